// Made by "npm run openapi"; do not change it here.

export interface paths {
    "/internal/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["renameAccount"];
        trace?: never;
    };
    "/internal/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/account/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/account/second-factor/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/account/second-factor/off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["turnSecondFactorOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/account/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete: operations["endOwnSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApiKeys"];
        put?: never;
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/internal/v1/api-keys/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKeyCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys/{id}/old-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endOldApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys/{id}/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["regenerateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findKeyCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeyFeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/api-keys/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["lookUpApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/audit-events/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/audit-events/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["verifyAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/data/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["viewDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/data/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["viewDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/data/devices/{id}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["viewApplications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/data/devices/{id}/data-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["viewDataUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/data/devices/{id}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["viewLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/data/devices/{id}/locations/newest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["viewNewestLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/data/devices/{id}/screen-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["viewScreenTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/data/last-positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["viewLastPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/key-conditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKeyConditions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPeople"];
        put?: never;
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removePerson"];
        options?: never;
        head?: never;
        patch: operations["changeRole"];
        trace?: never;
    };
    "/internal/v1/people/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["makePersonLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/people/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["resetSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/internal/v1/settings/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPortalSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal/v1/settings/retention-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["previewRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["lookAtLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/link/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["useLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/oidc/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProviderSignOut"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSession"];
        put?: never;
        post: operations["signIn"];
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/session/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["lookAtSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signInWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/session/second-factor/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmRequiredSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/session/second-factor/set-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startRequiredSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/api/sign-in-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            email: string;
            has_password: boolean;
            name: string;
            recovery_codes_left: number;
            role: "admin" | "key_manager" | "viewer";
            second_factor: boolean;
            second_factor_required: boolean;
        };
        Activity: {
            api_key_id: string;
            application: string;
            bytes: number;
            errors: number;
            feeds: number;
            hour: string | null;
            refused: number;
            requests: number;
            rows: number;
            scope: string;
        };
        ApiKey: {
            allowed_networks: string[];
            application: string;
            created_at: string;
            created_by: string | null;
            expires_at: string | null;
            hidden_data: components["schemas"]["HiddenData"][];
            id: string;
            key_hint: string;
            last_used_at: string | null;
            mcp: boolean;
            note: string;
            old_key_last_used_at: string | null;
            old_key_until: string | null;
            paused: boolean;
            scopes: components["schemas"]["Scope"][];
            updated_at: string;
        };
        ApiKeyWithSecret: {
            allowed_networks: string[];
            application: string;
            created_at: string;
            created_by: string | null;
            expires_at: string | null;
            hidden_data: components["schemas"]["HiddenData"][];
            id: string;
            key: string;
            key_hint: string;
            last_used_at: string | null;
            mcp: boolean;
            note: string;
            old_key_last_used_at: string | null;
            old_key_until: string | null;
            paused: boolean;
            scopes: components["schemas"]["Scope"][];
            updated_at: string;
        };
        Application: {
            device_id: string;
            displayName: string;
            hasLauncher: boolean | null;
            ID: number;
            isSystem: boolean | null;
            packageName: string;
            updated_at: string | null;
            versionCode: number | null;
            versionName: string;
        };
        AuditedKey: {
            application: string;
            id: string;
        };
        AuditEvent: {
            action: string;
            actor: string;
            address: string;
            api_key_id: string;
            application: string;
            at: string;
            details: {
                [key: string]: unknown;
            };
            request_id: string;
            sequence: number;
        };
        AuditFilters: {
            actors: string[];
            keys: components["schemas"]["AuditedKey"][];
        };
        AuditFlaw: {
            flaw: "removed" | "altered" | "end_removed" | "end_altered";
            sequence: number;
        };
        AuditSearch: {
            events: components["schemas"]["AuditEvent"][];
            search_limited: boolean;
        };
        AuditVerification: {
            events: number;
            flaws: components["schemas"]["AuditFlaw"][];
            intact: boolean;
            last_hash: string;
            last_sequence: number;
            next: number | null;
            total: number;
        };
        BatteryInfo: {
            capacity: string;
            chargeMedia: string;
            charging: string;
            health: string;
        };
        ChangePassword: {
            new_password: string;
            present_password: string;
        };
        ChangeRole: {
            role: "admin" | "key_manager" | "viewer";
        };
        Code: {
            code: string;
        };
        CreateApiKey: {
            allowed_networks?: string[];
            application: string;
            expires_at?: string | null;
            hidden_data?: components["schemas"]["HiddenData"][];
            mcp?: boolean;
            note?: string;
            paused?: boolean;
            scopes: components["schemas"]["Scope"][];
        };
        DataUsage: {
            created_at: string | null;
            day?: string | null;
            device_id: string;
            end: string | null;
            id: number;
            mobile: number | null;
            package_name: string;
            start: string | null;
            wifi: number | null;
        };
        DeviceDetail: {
            android_version: string;
            battery_health: string;
            brand: string;
            created_at: string | null;
            device_info: components["schemas"]["DeviceInfoDetail"];
            dpc_version: string;
            dpc_version_code: number | null;
            enterprise_id: string;
            id: string;
            imei: string;
            imsi1: string;
            last_battery_update: string | null;
            last_connect: string | null;
            last_location: components["schemas"]["LastLocation"] | null;
            last_location_update: string | null;
            last_storage_update: string | null;
            management_mode: string;
            manifest: components["schemas"]["Manifest"];
            model: string;
            operator1: string;
            policy_id: string;
            policy_name: string;
            remaining_battery: number | null;
            remaining_storage: number | null;
            status: string;
            storage_capacity: number | null;
            updated_at: string | null;
        };
        DeviceInfo: {
            batteryInfo: components["schemas"]["BatteryInfo"];
            certificate: unknown[];
            deviceSettings: components["schemas"]["DeviceSettings"];
            fcm_token: string;
            hardwareInfo: components["schemas"]["HardwareInfo"];
            imei: string;
            imsi1: string;
            imsi2: string;
            memoryInfo: components["schemas"]["MemoryInfo"];
            networkInfo: components["schemas"]["NetworkInfo"];
            operator1: string;
            operator2: string;
            softwareInfo: components["schemas"]["SoftwareInfo"];
            storageInfo: components["schemas"]["StorageInfo"];
        };
        DeviceInfoDetail: {
            batteryInfo: components["schemas"]["BatteryInfo"];
            certificate: unknown[];
            deviceSettings: components["schemas"]["DeviceSettings"];
            fcm_token: string;
            hardwareInfo: components["schemas"]["HardwareInfo"];
            imei: string;
            imsi1: string;
            imsi2: string;
            memoryInfo: components["schemas"]["MemoryInfo"];
            networkInfo: components["schemas"]["NetworkInfoDetail"];
            operator1: string;
            operator2: string;
            softwareInfo: components["schemas"]["SoftwareInfo"];
            storageInfo: components["schemas"]["StorageInfo"];
        };
        DeviceListItem: {
            android_version: string;
            battery_health: string;
            brand: string;
            created_at: string | null;
            device_info: components["schemas"]["DeviceInfo"];
            dpc_version: string;
            dpc_version_code: number | null;
            enterprise_id: string;
            fcm_token: string;
            id: string;
            imei: string;
            last_battery_update: string | null;
            last_connect: string | null;
            last_storage_update: string | null;
            management_mode: string;
            manifest: components["schemas"]["Manifest"];
            model: string;
            play_emm_token: string;
            policy_id: string;
            policy_name: string;
            remaining_battery: number | null;
            remaining_storage: number | null;
            status: string;
            storage_capacity: number | null;
            token: string;
            updated_at: string | null;
        };
        DeviceLocation: {
            accuracy: number | null;
            altitude: number | null;
            created_at: string | null;
            geofence_id: string;
            imei: string;
            inside_geofence: boolean | null;
            lat: number | null;
            lng: number | null;
            provider: string;
            using_mock_location: boolean | null;
        };
        DeviceSettings: {
            adbEnabled: boolean | null;
            developmentSettingsEnabled: boolean | null;
            encryptionStatus: string;
            isEncrypted: boolean | null;
            verifyAppsEnabled: boolean | null;
        };
        Gsm: {
            gsm1?: components["schemas"]["GsmSlot"];
        };
        GsmSlot: {
            imsi: string;
            operator: string;
            strength: string;
        };
        HardwareInfo: {
            brand: string;
            deviceBasebandVersion: string;
            hardware: string;
            manufacturer: string;
            model: string;
            serialNumber: string;
        };
        HiddenData: "credentials" | "exact_location" | "identifiers";
        InvitePerson: {
            email: string;
            name: string;
            role: "admin" | "key_manager" | "viewer";
        };
        KeyCall: {
            api_key_id: string;
            called_at: string;
            code: string;
            detail: string;
            id: string;
            key_state: "expired" | "paused" | "replaced" | null;
            method: string;
            milliseconds: number;
            network: string;
            refused_parameters: string[];
            request_id: string;
            route: string;
            status: number;
        };
        KeyCallCount: {
            calls: number;
            code: string;
            status: number;
        };
        KeyCallPage: {
            calls: components["schemas"]["KeyCall"][];
            next_cursor: string | null;
        };
        KeyCalls: {
            counts: components["schemas"]["KeyCallCount"][];
            failed: components["schemas"]["KeyCall"][];
        };
        KeyConditions: {
            address: string;
            address_unclear: boolean;
            max_key_days: number | null;
        };
        KeyFeed: {
            api_key_id: string;
            asked_at: string;
            feed: "devices" | "datausage" | "screentime" | "applications" | "locations";
            read_until: string | null;
        };
        LastLocation: {
            accuracy: number | null;
            altitude: number | null;
            caller: string;
            geofence_id: string;
            inside_geofence: boolean | null;
            lat: number | null;
            lng: number | null;
            provider: string;
        };
        LastPosition: {
            device_id: string;
            last_location: components["schemas"]["LastLocation"];
            last_location_update: string | null;
            model: string;
            status: string;
        };
        Link: {
            email: string;
            invited: boolean;
            name: string;
        };
        LookAtLink: {
            token: string;
        };
        LookupApiKey: {
            key: string;
        };
        Manifest: {
            emm_id: string;
            enterprise_color: string;
            enterprise_contact: string;
            enterprise_id: string;
            enterprise_logo: string;
            enterprise_name: string;
            eula_url: string;
            management_mode: string;
            onboarding_url: string;
            policy_id: string;
            server_url: string;
        };
        MemoryInfo: {
            totalInternalStorage: string;
            totalRam: string;
        };
        NetworkInfo: {
            active_network: string;
            gsm: components["schemas"]["Gsm"];
            wifi: components["schemas"]["Wifi"];
        };
        NetworkInfoDetail: {
            active_network: string;
            gsm: components["schemas"]["Gsm"];
            wifi: components["schemas"]["WifiDetail"];
        };
        NewSecondFactor: {
            secret: string;
            uri: string;
        };
        OwnSession: {
            address: string;
            began_at: string;
            browser: string;
            id: string;
            is_this: boolean;
            last_used_at: string;
            system: string;
        };
        ParameterProblem: {
            detail: string;
            parameter: string;
        };
        Person: {
            email: string;
            id: string;
            invited: boolean;
            last_sign_in_at: string | null;
            link_expires_at: string | null;
            name: string;
            role: "admin" | "key_manager" | "viewer";
            second_factor: boolean;
        };
        PersonWithLink: {
            email: string;
            id: string;
            invited: boolean;
            last_sign_in_at: string | null;
            link: string;
            link_expires_at: string | null;
            name: string;
            role: "admin" | "key_manager" | "viewer";
            second_factor: boolean;
        };
        PortalMap: {
            origins: string[];
            style_url: string;
        };
        PortalSettings: {
            map: components["schemas"]["PortalMap"] | null;
            second_factor_required: boolean;
        };
        Problem: {
            code: string;
            detail: string;
            errors?: components["schemas"]["ParameterProblem"][];
            instance: string;
            request_id: string;
            status: number;
            title: string;
            type: string;
        };
        Proof: {
            proof: string;
        };
        ProviderSignOut: {
            url: string | null;
        };
        RecoveryCodes: {
            recovery_codes: string[];
        };
        RegenerateApiKey: {
            overlap_hours: number;
        };
        Rename: {
            name: string;
        };
        RetentionPreview: {
            counted_up_to: number;
            datausage: number;
            kept_from: string;
            locations: number;
            screentime: number;
        };
        Scope: "device:GetList" | "device:GetDetail" | "device:GetDataUsage" | "device:GetScreenTime" | "device:GetApplication" | "device:GetLocation";
        ScreenTime: {
            created_at: string | null;
            day?: string | null;
            device_id: string;
            end: string | null;
            enterprise_id: string;
            id: number;
            package_name: string;
            policy_id: string;
            policy_name: string;
            screentime: number | null;
            start: string | null;
        };
        Session: {
            base_url: string;
            email: string;
            ends_at: string;
            enterprise_id: string;
            enterprise_name: string;
            expires_at: string;
            name: string;
            role: "admin" | "key_manager" | "viewer";
            time_zone: string;
        };
        Settings: {
            base_url: string;
            data_pages: boolean;
            enterprise_id: string;
            enterprise_name: string;
            retention_days: number | null;
            time_zone: string;
        };
        SignIn: {
            email: string;
            password: string;
        };
        SignInOptions: {
            password: boolean;
            single_sign_on: components["schemas"]["SingleSignOn"] | null;
        };
        SingleSignOn: {
            name: string;
            url: string;
        };
        SoftwareInfo: {
            androidDevicePolicyVersionCode: number | null;
            androidDevicePolicyVersionName: string;
            androidSdk: string;
            androidVersion: string;
            androidVersionDetail: string;
            primaryLanguageCode: string;
        };
        StorageInfo: {
            memoryCapacity: string;
            memoryUsage: string;
            remainingStorage: string;
            storageCapacity: string;
            storageUsage: string;
        };
        UpdateApiKey: {
            allowed_networks?: string[];
            application?: string;
            expires_at?: string | null;
            hidden_data?: components["schemas"]["HiddenData"][];
            mcp?: boolean;
            note?: string;
            paused?: boolean;
            scopes?: components["schemas"]["Scope"][];
            unchanged_since?: string;
        };
        UpdateSettings: {
            data_pages?: boolean;
            retention_days?: number | null;
            second_factor_required?: boolean;
            time_zone?: string;
        };
        UseLink: {
            password: string;
            token: string;
        };
        Wifi: {
            ip: string;
            ssid: string;
            strength: string;
        };
        WifiDetail: {
            ip: string;
            macAddress: string;
            ssid: string;
            strength: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Account = components['schemas']['Account'];
export type Activity = components['schemas']['Activity'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];
export type Application = components['schemas']['Application'];
export type AuditedKey = components['schemas']['AuditedKey'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type AuditFilters = components['schemas']['AuditFilters'];
export type AuditFlaw = components['schemas']['AuditFlaw'];
export type AuditSearch = components['schemas']['AuditSearch'];
export type AuditVerification = components['schemas']['AuditVerification'];
export type BatteryInfo = components['schemas']['BatteryInfo'];
export type ChangePassword = components['schemas']['ChangePassword'];
export type ChangeRole = components['schemas']['ChangeRole'];
export type Code = components['schemas']['Code'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type DataUsage = components['schemas']['DataUsage'];
export type DeviceDetail = components['schemas']['DeviceDetail'];
export type DeviceInfo = components['schemas']['DeviceInfo'];
export type DeviceInfoDetail = components['schemas']['DeviceInfoDetail'];
export type DeviceListItem = components['schemas']['DeviceListItem'];
export type DeviceLocation = components['schemas']['DeviceLocation'];
export type DeviceSettings = components['schemas']['DeviceSettings'];
export type Gsm = components['schemas']['Gsm'];
export type GsmSlot = components['schemas']['GsmSlot'];
export type HardwareInfo = components['schemas']['HardwareInfo'];
export type HiddenData = components['schemas']['HiddenData'];
export type InvitePerson = components['schemas']['InvitePerson'];
export type KeyCall = components['schemas']['KeyCall'];
export type KeyCallCount = components['schemas']['KeyCallCount'];
export type KeyCallPage = components['schemas']['KeyCallPage'];
export type KeyCalls = components['schemas']['KeyCalls'];
export type KeyConditions = components['schemas']['KeyConditions'];
export type KeyFeed = components['schemas']['KeyFeed'];
export type LastLocation = components['schemas']['LastLocation'];
export type LastPosition = components['schemas']['LastPosition'];
export type Link = components['schemas']['Link'];
export type LookAtLink = components['schemas']['LookAtLink'];
export type LookupApiKey = components['schemas']['LookupApiKey'];
export type Manifest = components['schemas']['Manifest'];
export type MemoryInfo = components['schemas']['MemoryInfo'];
export type NetworkInfo = components['schemas']['NetworkInfo'];
export type NetworkInfoDetail = components['schemas']['NetworkInfoDetail'];
export type NewSecondFactor = components['schemas']['NewSecondFactor'];
export type OwnSession = components['schemas']['OwnSession'];
export type ParameterProblem = components['schemas']['ParameterProblem'];
export type Person = components['schemas']['Person'];
export type PersonWithLink = components['schemas']['PersonWithLink'];
export type PortalMap = components['schemas']['PortalMap'];
export type PortalSettings = components['schemas']['PortalSettings'];
export type Problem = components['schemas']['Problem'];
export type Proof = components['schemas']['Proof'];
export type ProviderSignOut = components['schemas']['ProviderSignOut'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RegenerateApiKey = components['schemas']['RegenerateApiKey'];
export type Rename = components['schemas']['Rename'];
export type RetentionPreview = components['schemas']['RetentionPreview'];
export type Scope = components['schemas']['Scope'];
export type ScreenTime = components['schemas']['ScreenTime'];
export type Session = components['schemas']['Session'];
export type Settings = components['schemas']['Settings'];
export type SignIn = components['schemas']['SignIn'];
export type SignInOptions = components['schemas']['SignInOptions'];
export type SingleSignOn = components['schemas']['SingleSignOn'];
export type SoftwareInfo = components['schemas']['SoftwareInfo'];
export type StorageInfo = components['schemas']['StorageInfo'];
export type UpdateApiKey = components['schemas']['UpdateApiKey'];
export type UpdateSettings = components['schemas']['UpdateSettings'];
export type UseLink = components['schemas']['UseLink'];
export type Wifi = components['schemas']['Wifi'];
export type WifiDetail = components['schemas']['WifiDetail'];
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    renameAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rename"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    startSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Proof"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSecondFactor"];
                };
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    turnSecondFactorOff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Proof"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Proof"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSession"][];
                };
            };
        };
    };
    endOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listActivity: {
        parameters: {
            query: {
                enddate: string;
                startdate: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"][];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApiKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    getKeyCalls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyCalls"];
                };
            };
        };
    };
    endOldApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    regenerateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegenerateApiKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
        };
    };
    findKeyCalls: {
        parameters: {
            query?: {
                api_key_id?: string;
                code?: string;
                cursor?: string;
                limit?: string;
                request_id?: string;
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyCall"][] | components["schemas"]["KeyCallPage"];
                };
            };
        };
    };
    listKeyFeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyFeed"][];
                };
            };
        };
    };
    lookUpApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookupApiKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                after?: string;
                api_key_id?: string;
                before?: string;
                cursor?: string;
                enddate?: string;
                limit?: string;
                outcome?: "done" | "refused";
                search?: string;
                startdate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEvent"][] | components["schemas"]["AuditSearch"];
                };
            };
        };
    };
    listAuditFilters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditFilters"];
                };
            };
        };
    };
    verifyAuditLog: {
        parameters: {
            query?: {
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
        };
    };
    viewDevices: {
        parameters: {
            query?: {
                fields?: ("id" | "created_at" | "updated_at" | "last_connect" | "imei" | "token" | "enterprise_id" | "policy_id" | "play_emm_token" | "fcm_token" | "management_mode" | "dpc_version" | "dpc_version_code" | "status" | "model" | "brand" | "android_version" | "last_battery_update" | "remaining_battery" | "battery_health" | "last_storage_update" | "remaining_storage" | "storage_capacity" | "manifest" | "device_info" | "policy_name")[];
                format?: "json" | "ndjson" | "csv" | "parquet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceListItem"][];
                };
            };
        };
    };
    viewDevice: {
        parameters: {
            query?: {
                fields?: ("id" | "created_at" | "updated_at" | "last_connect" | "imei" | "enterprise_id" | "policy_id" | "management_mode" | "dpc_version" | "dpc_version_code" | "status" | "model" | "brand" | "android_version" | "imsi1" | "operator1" | "last_battery_update" | "remaining_battery" | "battery_health" | "last_storage_update" | "remaining_storage" | "storage_capacity" | "last_location_update" | "last_location" | "manifest" | "device_info" | "policy_name")[];
                format?: "json";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceDetail"];
                };
            };
        };
    };
    viewApplications: {
        parameters: {
            query?: {
                fields?: ("ID" | "device_id" | "updated_at" | "displayName" | "hasLauncher" | "isSystem" | "packageName" | "versionCode" | "versionName")[];
                format?: "json" | "ndjson" | "csv";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"][];
                };
            };
        };
    };
    viewDataUsage: {
        parameters: {
            query?: {
                enddate?: string;
                fields?: ("id" | "created_at" | "device_id" | "package_name" | "mobile" | "wifi" | "start" | "end" | "day")[];
                format?: "json" | "ndjson" | "csv";
                startdate?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataUsage"][];
                };
            };
        };
    };
    viewLocations: {
        parameters: {
            query: {
                enddate: string;
                fields?: ("created_at" | "imei" | "accuracy" | "altitude" | "lat" | "lng" | "provider" | "geofence_id" | "inside_geofence" | "using_mock_location")[];
                format?: "json" | "ndjson" | "csv";
                startdate: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceLocation"][];
                };
            };
        };
    };
    viewNewestLocation: {
        parameters: {
            query?: {
                fields?: ("created_at" | "imei" | "accuracy" | "altitude" | "lat" | "lng" | "provider" | "geofence_id" | "inside_geofence" | "using_mock_location")[];
                format?: "json" | "ndjson" | "csv";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceLocation"][];
                };
            };
        };
    };
    viewScreenTime: {
        parameters: {
            query?: {
                enddate?: string;
                fields?: ("id" | "created_at" | "enterprise_id" | "device_id" | "package_name" | "policy_name" | "policy_id" | "screentime" | "start" | "end" | "day")[];
                format?: "json" | "ndjson" | "csv";
                startdate?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScreenTime"][];
                };
            };
        };
    };
    viewLastPositions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastPosition"][];
                };
            };
        };
    };
    getKeyConditions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyConditions"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"][];
                };
            };
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitePerson"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonWithLink"];
                };
            };
        };
    };
    removePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRole"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    makePersonLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonWithLink"];
                };
            };
        };
    };
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    getPortalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSettings"];
                };
            };
        };
    };
    previewRetention: {
        parameters: {
            query: {
                retention_days: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreview"];
                };
            };
        };
    };
    lookAtLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookAtLink"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
        };
    };
    useLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UseLink"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getProviderSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderSignOut"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    lookAtSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    signInWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    confirmRequiredSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    startRequiredSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSecondFactor"];
                };
            };
        };
    };
    getSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOptions"];
                };
            };
        };
    };
}
