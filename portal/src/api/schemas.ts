// Made by "npm run openapi"; do not change it here.

export type paths = Record<string, never>;
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
export type operations = Record<string, never>;
export const SCOPES: readonly Scope[] = ["device:GetList","device:GetDetail","device:GetDataUsage","device:GetScreenTime","device:GetApplication","device:GetLocation"];
/** The request and the response of each call of the service. */
export interface Calls {
    'GET /internal/v1/account': { request: Record<string, never>; response: Account };
    'PATCH /internal/v1/account': { request: { body: Rename }; response: undefined };
    'POST /internal/v1/account/password': { request: { body: ChangePassword }; response: undefined };
    'POST /internal/v1/account/second-factor': { request: { body: Proof }; response: NewSecondFactor };
    'POST /internal/v1/account/second-factor/confirmation': { request: { body: Code }; response: RecoveryCodes };
    'POST /internal/v1/account/second-factor/off': { request: { body: Proof }; response: undefined };
    'POST /internal/v1/account/second-factor/recovery-codes': { request: { body: Proof }; response: RecoveryCodes };
    'DELETE /internal/v1/account/sessions': { request: Record<string, never>; response: undefined };
    'GET /internal/v1/account/sessions': { request: Record<string, never>; response: OwnSession[] };
    'DELETE /internal/v1/account/sessions/{id}': { request: { id: string }; response: undefined };
    'GET /internal/v1/activity': { request: { query: { startdate: string; enddate: string } }; response: Activity[] };
    'GET /internal/v1/api-keys': { request: Record<string, never>; response: ApiKey[] };
    'POST /internal/v1/api-keys': { request: { body: CreateApiKey }; response: ApiKeyWithSecret };
    'GET /internal/v1/api-keys/calls': { request: { query?: { request_id?: string; api_key_id?: string; status?: string; code?: string; limit?: string; cursor?: string } }; response: KeyCall[] | KeyCallPage };
    'GET /internal/v1/api-keys/feeds': { request: Record<string, never>; response: KeyFeed[] };
    'POST /internal/v1/api-keys/lookup': { request: { body: LookupApiKey }; response: ApiKey };
    'DELETE /internal/v1/api-keys/{id}': { request: { id: string }; response: undefined };
    'PATCH /internal/v1/api-keys/{id}': { request: { id: string; body: UpdateApiKey }; response: ApiKey };
    'GET /internal/v1/api-keys/{id}/calls': { request: { id: string }; response: KeyCalls };
    'DELETE /internal/v1/api-keys/{id}/old-key': { request: { id: string }; response: undefined };
    'POST /internal/v1/api-keys/{id}/regenerate': { request: { id: string; body: RegenerateApiKey }; response: ApiKeyWithSecret };
    'GET /internal/v1/audit-events': { request: { query?: { before?: string; after?: string; limit?: string; action?: string; actor?: string; api_key_id?: string; outcome?: string; startdate?: string; enddate?: string; search?: string; cursor?: string } }; response: AuditEvent[] | AuditSearch };
    'GET /internal/v1/audit-events/filters': { request: Record<string, never>; response: AuditFilters };
    'GET /internal/v1/audit-events/verification': { request: { query?: { after?: string } }; response: AuditVerification };
    'GET /internal/v1/data/devices': { request: { query?: { format?: string; fields?: string } }; response: DeviceListItem[] };
    'GET /internal/v1/data/devices/{id}': { request: { id: string; query?: { format?: string; fields?: string } }; response: DeviceDetail };
    'GET /internal/v1/data/devices/{id}/applications': { request: { id: string; query?: { format?: string; fields?: string } }; response: Application[] };
    'GET /internal/v1/data/devices/{id}/data-usage': { request: { id: string; query?: { format?: string; startdate?: string; enddate?: string; fields?: string } }; response: DataUsage[] };
    'GET /internal/v1/data/devices/{id}/locations': { request: { id: string; query: { format?: string; startdate: string; enddate: string; fields?: string } }; response: DeviceLocation[] };
    'GET /internal/v1/data/devices/{id}/locations/newest': { request: { id: string; query?: { format?: string; fields?: string } }; response: DeviceLocation[] };
    'GET /internal/v1/data/devices/{id}/screen-time': { request: { id: string; query?: { format?: string; startdate?: string; enddate?: string; fields?: string } }; response: ScreenTime[] };
    'GET /internal/v1/data/last-positions': { request: Record<string, never>; response: LastPosition[] };
    'GET /internal/v1/key-conditions': { request: Record<string, never>; response: KeyConditions };
    'GET /internal/v1/people': { request: Record<string, never>; response: Person[] };
    'POST /internal/v1/people': { request: { body: InvitePerson }; response: PersonWithLink };
    'DELETE /internal/v1/people/{id}': { request: { id: string }; response: undefined };
    'PATCH /internal/v1/people/{id}': { request: { id: string; body: ChangeRole }; response: Person };
    'POST /internal/v1/people/{id}/link': { request: { id: string }; response: PersonWithLink };
    'DELETE /internal/v1/people/{id}/second-factor': { request: { id: string }; response: undefined };
    'GET /internal/v1/settings': { request: Record<string, never>; response: Settings };
    'PATCH /internal/v1/settings': { request: { body: UpdateSettings }; response: Settings };
    'GET /internal/v1/settings/portal': { request: Record<string, never>; response: PortalSettings };
    'GET /internal/v1/settings/retention-preview': { request: { query: { retention_days: number } }; response: RetentionPreview };
    'POST /portal/api/link': { request: { body: LookAtLink }; response: Link };
    'POST /portal/api/link/password': { request: { body: UseLink }; response: undefined };
    'GET /portal/api/oidc/sign-out': { request: Record<string, never>; response: ProviderSignOut };
    'DELETE /portal/api/session': { request: Record<string, never>; response: undefined };
    'GET /portal/api/session': { request: Record<string, never>; response: Session };
    'POST /portal/api/session': { request: { body: SignIn }; response: Session };
    'GET /portal/api/session/look': { request: Record<string, never>; response: Session };
    'POST /portal/api/session/second-factor': { request: { body: Code }; response: Session };
    'POST /portal/api/session/second-factor/confirmation': { request: { body: Code }; response: RecoveryCodes };
    'POST /portal/api/session/second-factor/set-up': { request: Record<string, never>; response: NewSecondFactor };
    'GET /portal/api/sign-in-options': { request: Record<string, never>; response: SignInOptions };
}
