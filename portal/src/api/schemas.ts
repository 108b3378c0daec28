// Made by "npm run openapi"; do not change it here.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            /**
             * @description E-mail address.
             * @example ines@havelwerk.example
             */
            email: string;
            /**
             * @description Whether the user has a password here. False with SSO.
             * @example true
             */
            has_password: boolean;
            /**
             * @description Name.
             * @example Ines Krüger
             */
            name: string;
            /**
             * @description Number of unused recovery codes.
             * @example 10
             */
            recovery_codes_left: number;
            /**
             * @description A `viewer` cannot change anything. A `key_manager` can change everything except administrators, and cannot read the data of devices.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "key_manager" | "viewer";
            /**
             * @description Whether the user has a second factor.
             * @example true
             */
            second_factor: boolean;
            /**
             * @description Whether the enterprise requires a second factor.
             * @example false
             */
            second_factor_required: boolean;
        };
        Activity: {
            /**
             * @description Identifier of the API key.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            api_key_id: string;
            /**
             * @description Application, or its last name if the key is deleted.
             * @example Night report
             */
            application: string;
            /**
             * Format: int64
             * @description Size of the sent bodies in bytes.
             * @example 1843200
             */
            bytes: number;
            /**
             * @description Requests with another error status, or a truncated response.
             * @example 1
             */
            errors: number;
            /**
             * @description Requests to change feeds, including 304 responses.
             * @example 3
             */
            feeds: number;
            /**
             * Format: date-time
             * @description Start of the hour, in the time zone of the enterprise.
             * @example 2026-03-29T08:00:00.000+02:00
             */
            hour: string | null;
            /**
             * @description Requests with status 401, 403 or 429.
             * @example 0
             */
            refused: number;
            /**
             * @description Number of all requests.
             * @example 12
             */
            requests: number;
            /**
             * @description Number of records sent.
             * @example 4200
             */
            rows: number;
            /**
             * @description Scope of the requests.
             * @example device:GetList
             */
            scope: string;
        };
        ApiKey: {
            /**
             * @description Allowed client addresses: IPv4 and IPv6 addresses and CIDR ranges without host bits. Empty if every address is allowed. `::ffff:a.b.c.d` is stored as IPv4.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::7"
             *     ]
             */
            allowed_networks: string[];
            /**
             * @description Name of the application, unique in the enterprise. Stored without surrounding spaces, in Unicode normalization form NFC. Must not contain control, zero-width, or direction characters.
             * @example Night report
             */
            application: string;
            /**
             * Format: date-time
             * @description Creation time.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            created_at: string;
            /**
             * @description E-mail address of the user who created the key. Null for the admin token, and for keys of older versions.
             * @example ines@havelwerk.example
             */
            created_by: string | null;
            /**
             * Format: date-time
             * @description Expiration time. Null if the key does not expire. Must be in the future. With `MAX_KEY_DAYS`, it is required and limited to that number of days.
             * @example 2026-12-31T23:59:59.000+01:00
             */
            expires_at: string | null;
            /**
             * @description What the key may not see, in alphabetical order. `credentials`: tokens are empty. `identifiers`: IMEI, IMSI, serial number, and MAC address are empty. `exact_location`: coordinates are rounded to two decimals.
             * @example [
             *       "credentials"
             *     ]
             */
            hidden_data: components["schemas"]["HiddenData"][];
            /**
             * Format: uuid
             * @description Identifier of the API key.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            id: string;
            /**
             * @description The first and last characters of the key.
             * @example cda_7Qx2…p0Zk
             */
            key_hint: string;
            /**
             * Format: date-time
             * @description Time of the last use, up to one minute old. Null if the key was never used.
             * @example 2026-04-02T02:00:11.120+02:00
             */
            last_used_at: string | null;
            /**
             * @description True if agents may use the key at `/mcp`, with the tools of its scopes. Other keys get 403 `mcp_not_allowed` there.
             * @example false
             */
            mcp: boolean;
            /**
             * @description Note for administrators. Stored like the application name, and may have several lines.
             * @example Runs at the depot. Ask the warehouse team.
             */
            note: string;
            /**
             * Format: date-time
             * @description Time of the last use of the previous key, up to one minute old. Null if it was never used.
             * @example 2026-04-02T02:00:11.120+02:00
             */
            old_key_last_used_at: string | null;
            /**
             * Format: date-time
             * @description Time until which the previous key is valid too. Null if there is no valid previous key.
             * @example 2026-04-03T08:15:30.000+02:00
             */
            old_key_until: string | null;
            /**
             * @description True if the key is paused. A paused key is invalid.
             * @example false
             */
            paused: boolean;
            /**
             * @description Scopes of the key.
             * @example [
             *       "device:GetList"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            updated_at: string;
        };
        ApiKeyWithSecret: {
            /**
             * @description Allowed client addresses: IPv4 and IPv6 addresses and CIDR ranges without host bits. Empty if every address is allowed. `::ffff:a.b.c.d` is stored as IPv4.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::7"
             *     ]
             */
            allowed_networks: string[];
            /**
             * @description Name of the application, unique in the enterprise. Stored without surrounding spaces, in Unicode normalization form NFC. Must not contain control, zero-width, or direction characters.
             * @example Night report
             */
            application: string;
            /**
             * Format: date-time
             * @description Creation time.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            created_at: string;
            /**
             * @description E-mail address of the user who created the key. Null for the admin token, and for keys of older versions.
             * @example ines@havelwerk.example
             */
            created_by: string | null;
            /**
             * Format: date-time
             * @description Expiration time. Null if the key does not expire. Must be in the future. With `MAX_KEY_DAYS`, it is required and limited to that number of days.
             * @example 2026-12-31T23:59:59.000+01:00
             */
            expires_at: string | null;
            /**
             * @description What the key may not see, in alphabetical order. `credentials`: tokens are empty. `identifiers`: IMEI, IMSI, serial number, and MAC address are empty. `exact_location`: coordinates are rounded to two decimals.
             * @example [
             *       "credentials"
             *     ]
             */
            hidden_data: components["schemas"]["HiddenData"][];
            /**
             * Format: uuid
             * @description Identifier of the API key.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            id: string;
            /**
             * @description The key. Only this response contains it.
             * @example cda_4fJ0kq2XbV7cR9sT1uW3yZ5aB6dE8gH0iK2lM4nO6pQ0abcdef
             */
            key: string;
            /**
             * @description The first and last characters of the key.
             * @example cda_7Qx2…p0Zk
             */
            key_hint: string;
            /**
             * Format: date-time
             * @description Time of the last use, up to one minute old. Null if the key was never used.
             * @example 2026-04-02T02:00:11.120+02:00
             */
            last_used_at: string | null;
            /**
             * @description True if agents may use the key at `/mcp`, with the tools of its scopes. Other keys get 403 `mcp_not_allowed` there.
             * @example false
             */
            mcp: boolean;
            /**
             * @description Note for administrators. Stored like the application name, and may have several lines.
             * @example Runs at the depot. Ask the warehouse team.
             */
            note: string;
            /**
             * Format: date-time
             * @description Time of the last use of the previous key, up to one minute old. Null if it was never used.
             * @example 2026-04-02T02:00:11.120+02:00
             */
            old_key_last_used_at: string | null;
            /**
             * Format: date-time
             * @description Time until which the previous key is valid too. Null if there is no valid previous key.
             * @example 2026-04-03T08:15:30.000+02:00
             */
            old_key_until: string | null;
            /**
             * @description True if the key is paused. A paused key is invalid.
             * @example false
             */
            paused: boolean;
            /**
             * @description Scopes of the key.
             * @example [
             *       "device:GetList"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            updated_at: string;
        };
        Application: {
            /**
             * @description Identifier of the device.
             * @example tablet-1
             */
            device_id: string;
            /**
             * @description Display name of the app.
             * @example Maps
             */
            displayName: string;
            /**
             * @description True if the launcher shows the app.
             * @example true
             */
            hasLauncher: boolean | null;
            /**
             * Format: int64
             * @description Identifier of the record, unique within the enterprise.
             * @example 731
             */
            ID: number;
            /**
             * @description True if the app is part of the system.
             * @example false
             */
            isSystem: boolean | null;
            /**
             * @description Package name of the app.
             * @example com.google.android.apps.maps
             */
            packageName: string;
            /**
             * Format: date-time
             * @description Time of the last change of the record.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            updated_at: string | null;
            /**
             * Format: int64
             * @description Version code of the app.
             * @example 1069721348
             */
            versionCode: number | null;
            /**
             * @description Version of the app.
             * @example 11.120.0301
             */
            versionName: string;
        };
        AuditedKey: {
            /**
             * @description Last application name in the audit log.
             * @example Night report
             */
            application: string;
            /**
             * @description Identifier of the API key.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            id: string;
        };
        AuditEvent: {
            /**
             * @description Action.
             * @example api_key.created
             */
            action: string;
            /**
             * @description Actor.
             * @example admin-token
             */
            actor: string;
            /**
             * @description Client address.
             * @example 10.20.4.17
             */
            address: string;
            /**
             * @description Identifier of the API key, or empty.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            api_key_id: string;
            /**
             * @description Application of the API key.
             * @example Night report
             */
            application: string;
            /**
             * Format: date-time
             * @description Time of the event.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            at: string;
            /**
             * @description Details of the action.
             * @example {
             *       "scopes": [
             *         "device:GetList"
             *       ]
             *     }
             */
            details: {
                [key: string]: unknown;
            };
            /**
             * @description Request ID.
             * @example 3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10
             */
            request_id: string;
            /**
             * @description Sequence number in the audit log of the enterprise, without gaps.
             * @example 7
             */
            sequence: number;
        };
        AuditFilters: {
            /**
             * @description All actors.
             * @example [
             *       "admin-token",
             *       "admin:ines@havelwerk.example"
             *     ]
             */
            actors: string[];
            /** @description All API keys, including deleted ones. */
            keys: components["schemas"]["AuditedKey"][];
        };
        AuditFlaw: {
            /**
             * @description `removed`: the event is missing. `altered`: the event or its position was changed. `end_removed`: events are missing at the end. `end_altered`: the record of the end is missing or was changed.
             * @example removed
             * @enum {string}
             */
            flaw: "removed" | "altered" | "end_removed" | "end_altered";
            /**
             * @description Sequence number of the event.
             * @example 7
             */
            sequence: number;
        };
        AuditSearch: {
            /** @description A page of events, newest first. */
            events: components["schemas"]["AuditEvent"][];
            /**
             * @description True if the search did not cover older events.
             * @example false
             */
            search_limited: boolean;
        };
        AuditVerification: {
            /**
             * @description Number of checked events.
             * @example 42
             */
            events: number;
            /** @description The first 100 removed or altered events. */
            flaws: components["schemas"]["AuditFlaw"][];
            /**
             * @description True if no checked event was removed or altered.
             * @example true
             */
            intact: boolean;
            /**
             * @description Hash of the last checked event. Store it outside the database to prove later that the log was not rewritten.
             * @example 5f2b…
             */
            last_hash: string;
            /**
             * @description Sequence number of the last checked event, or 0.
             * @example 42
             */
            last_sequence: number;
            /**
             * @description The `after` of the next request. Null at the end of the log.
             * @example null
             */
            next: number | null;
            /**
             * @description Number of events in the log.
             * @example 42
             */
            total: number;
        };
        BatteryInfo: {
            /**
             * @description Battery level, as text with a percent sign.
             * @example 87%
             */
            capacity: string;
            /**
             * @description The power source.
             * @example USB
             */
            chargeMedia: string;
            /**
             * @description `true` or `false`, as text: whether the device is charging.
             * @example false
             */
            charging: string;
            /**
             * @description Health of the battery as the device reports it.
             * @example GOOD
             */
            health: string;
        };
        ChangePassword: {
            /**
             * @description The new password.
             * @example correct horse battery staple
             */
            new_password: string;
            /**
             * @description The current password.
             * @example correct horse battery
             */
            present_password: string;
        };
        ChangeRole: {
            /**
             * @description A `viewer` cannot change anything. A `key_manager` can change everything except administrators, and cannot read the data of devices.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "key_manager" | "viewer";
        };
        Code: {
            /**
             * @description A code of the authenticator app, or a recovery code to sign in.
             * @example 287082
             */
            code: string;
        };
        CreateApiKey: {
            /**
             * @description Allowed client addresses: IPv4 and IPv6 addresses and CIDR ranges without host bits. Empty if every address is allowed. `::ffff:a.b.c.d` is stored as IPv4.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::7"
             *     ]
             */
            allowed_networks?: string[];
            /**
             * @description Name of the application, unique in the enterprise. Stored without surrounding spaces, in Unicode normalization form NFC. Must not contain control, zero-width, or direction characters.
             * @example Night report
             */
            application: string;
            /**
             * Format: date-time
             * @description Expiration time. Null if the key does not expire. Must be in the future. With `MAX_KEY_DAYS`, it is required and limited to that number of days.
             * @example 2026-12-31T23:59:59.000+01:00
             */
            expires_at?: string | null;
            /**
             * @description What the key may not see, in alphabetical order. `credentials`: tokens are empty. `identifiers`: IMEI, IMSI, serial number, and MAC address are empty. `exact_location`: coordinates are rounded to two decimals.
             * @example [
             *       "credentials"
             *     ]
             */
            hidden_data?: components["schemas"]["HiddenData"][];
            /**
             * @description True if agents may use the key at `/mcp`, with the tools of its scopes. Other keys get 403 `mcp_not_allowed` there.
             * @example false
             */
            mcp?: boolean;
            /**
             * @description Note for administrators. Stored like the application name, and may have several lines.
             * @example Runs at the depot. Ask the warehouse team.
             */
            note?: string;
            /**
             * @description True if the key is paused. A paused key is invalid.
             * @example false
             */
            paused?: boolean;
            /**
             * @description Scopes of the key.
             * @example [
             *       "device:GetList"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
        };
        DataUsage: {
            /**
             * Format: date-time
             * @description Time when the record was created.
             * @example 2026-03-30T00:04:12.000+02:00
             */
            created_at: string | null;
            /**
             * Format: date
             * @description The day of `start`, in the time zone of the enterprise.
             * @example 2026-03-29
             */
            day?: string | null;
            /**
             * @description Identifier of the device.
             * @example tablet-1
             */
            device_id: string;
            /**
             * Format: date-time
             * @description End of the period: the end of the same day.
             * @example 2026-03-29T23:59:59.999+02:00
             */
            end: string | null;
            /**
             * Format: int64
             * @description Identifier of the record, unique within the enterprise.
             * @example 48213
             */
            id: number;
            /**
             * Format: int64
             * @description Mobile data usage in bytes.
             * @example 18874368
             */
            mobile: number | null;
            /**
             * @description Package name of the app, or `OTHER` for the remainder.
             * @example com.google.android.apps.maps
             */
            package_name: string;
            /**
             * Format: date-time
             * @description Start of the period: the start of a day in the time zone of the enterprise.
             * @example 2026-03-29T00:00:00.000+01:00
             */
            start: string | null;
            /**
             * Format: int64
             * @description Wi-Fi data usage in bytes.
             * @example 2097152
             */
            wifi: number | null;
        };
        DeviceDetail: {
            /**
             * @description Android version.
             * @example 14
             */
            android_version: string;
            /**
             * @description Health of the battery. Known values: GOOD, OVERHEAT, DEAD, OVER_VOLTAGE, UNSPECIFIED_FAILURE, COLD, UNKNOWN. Accept other values.
             * @example GOOD
             */
            battery_health: string;
            /**
             * @description Brand.
             * @example samsung
             */
            brand: string;
            /**
             * Format: date-time
             * @description Time of enrollment.
             * @example 2026-01-12T09:03:11.000+01:00
             */
            created_at: string | null;
            /** @description Information that the device reports about itself. */
            device_info: components["schemas"]["DeviceInfoDetail"];
            /**
             * @description Version of the device policy controller.
             * @example 4.21.0
             */
            dpc_version: string;
            /**
             * @description Version code of the device policy controller.
             * @example 4210
             */
            dpc_version_code: number | null;
            /**
             * @description Identifier of the enterprise, the same as in the `x-enterprise-id` header.
             * @example havelwerk-logistik
             */
            enterprise_id: string;
            /**
             * @description Identifier of the device, unique within the enterprise.
             * @example tablet-1
             */
            id: string;
            /**
             * @description IMEI.
             * @example 356938035643809
             */
            imei: string;
            /**
             * @description IMSI of the first SIM.
             * @example 262011234567890
             */
            imsi1: string;
            /**
             * Format: date-time
             * @description Time of the battery values.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_battery_update: string | null;
            /**
             * Format: date-time
             * @description Time of the last connection.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_connect: string | null;
            /** @description The last known location. Null if there is none. */
            last_location: components["schemas"]["LastLocation"] | null;
            /**
             * Format: date-time
             * @description Time of the last known location.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_location_update: string | null;
            /**
             * Format: date-time
             * @description Time of the storage values.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_storage_update: string | null;
            /**
             * @description Management mode. Known values: BYOD, FULLY_MANAGED, COPE, DEDICATED. Accept other values.
             * @example FULLY_MANAGED
             */
            management_mode: string;
            /** @description Enrollment configuration of the device. */
            manifest: components["schemas"]["Manifest"];
            /**
             * @description Model.
             * @example SM-G556B
             */
            model: string;
            /**
             * @description Operator of the first SIM.
             * @example Telekom.de
             */
            operator1: string;
            /**
             * @description Identifier of the current policy.
             * @example policy-drivers
             */
            policy_id: string;
            /**
             * @description Name of the current policy.
             * @example Drivers
             */
            policy_name: string;
            /**
             * @description Battery level in percent.
             * @example 87
             */
            remaining_battery: number | null;
            /**
             * Format: double
             * @description Free storage in gigabytes.
             * @example 74.2
             */
            remaining_storage: number | null;
            /**
             * @description Status of the device. Devices with the status DELETED are not returned. Known values: PROVISIONING, ACTIVE, DISABLED, LOST. Accept other values.
             * @example ACTIVE
             */
            status: string;
            /**
             * Format: double
             * @description Size of the storage in gigabytes.
             * @example 119.2
             */
            storage_capacity: number | null;
            /**
             * Format: date-time
             * @description Time of the last change of the record.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            updated_at: string | null;
        };
        DeviceInfo: {
            /** @description Battery. */
            batteryInfo: components["schemas"]["BatteryInfo"];
            /**
             * @description Certificates installed on the device.
             * @example []
             */
            certificate: unknown[];
            /** @description Security settings. */
            deviceSettings: components["schemas"]["DeviceSettings"];
            /**
             * @description Messaging token of the agent app. Opaque.
             * @example demo-fcm-5f0c
             */
            fcm_token: string;
            /** @description Hardware. */
            hardwareInfo: components["schemas"]["HardwareInfo"];
            /**
             * @description IMEI.
             * @example 356938035643809
             */
            imei: string;
            /**
             * @description IMSI of the first SIM.
             * @example 262011234567890
             */
            imsi1: string;
            /**
             * @description IMSI of the second SIM.
             * @example
             */
            imsi2: string;
            /** @description Sizes of memory and storage. */
            memoryInfo: components["schemas"]["MemoryInfo"];
            /** @description Networks. */
            networkInfo: components["schemas"]["NetworkInfo"];
            /**
             * @description Operator of the first SIM.
             * @example Telekom.de
             */
            operator1: string;
            /**
             * @description Operator of the second SIM.
             * @example
             */
            operator2: string;
            /** @description Software. */
            softwareInfo: components["schemas"]["SoftwareInfo"];
            /** @description Storage and memory as readable text, with a comma as the decimal separator. */
            storageInfo: components["schemas"]["StorageInfo"];
        };
        DeviceInfoDetail: {
            /** @description Battery. */
            batteryInfo: components["schemas"]["BatteryInfo"];
            /**
             * @description Certificates installed on the device.
             * @example []
             */
            certificate: unknown[];
            /** @description Security settings. */
            deviceSettings: components["schemas"]["DeviceSettings"];
            /**
             * @description Messaging token of the agent app. Opaque.
             * @example demo-fcm-5f0c
             */
            fcm_token: string;
            /** @description Hardware. */
            hardwareInfo: components["schemas"]["HardwareInfo"];
            /**
             * @description IMEI.
             * @example 356938035643809
             */
            imei: string;
            /**
             * @description IMSI of the first SIM.
             * @example 262011234567890
             */
            imsi1: string;
            /**
             * @description IMSI of the second SIM.
             * @example
             */
            imsi2: string;
            /** @description Sizes of memory and storage. */
            memoryInfo: components["schemas"]["MemoryInfo"];
            /** @description Networks. */
            networkInfo: components["schemas"]["NetworkInfoDetail"];
            /**
             * @description Operator of the first SIM.
             * @example Telekom.de
             */
            operator1: string;
            /**
             * @description Operator of the second SIM.
             * @example
             */
            operator2: string;
            /** @description Software. */
            softwareInfo: components["schemas"]["SoftwareInfo"];
            /** @description Storage and memory as readable text, with a comma as the decimal separator. */
            storageInfo: components["schemas"]["StorageInfo"];
        };
        DeviceListItem: {
            /**
             * @description Android version.
             * @example 14
             */
            android_version: string;
            /**
             * @description Health of the battery. Known values: GOOD, OVERHEAT, DEAD, OVER_VOLTAGE, UNSPECIFIED_FAILURE, COLD, UNKNOWN. Accept other values.
             * @example GOOD
             */
            battery_health: string;
            /**
             * @description Brand.
             * @example samsung
             */
            brand: string;
            /**
             * Format: date-time
             * @description Time of enrollment.
             * @example 2026-01-12T09:03:11.000+01:00
             */
            created_at: string | null;
            /** @description Information that the device reports about itself. */
            device_info: components["schemas"]["DeviceInfo"];
            /**
             * @description Version of the device policy controller.
             * @example 4.21.0
             */
            dpc_version: string;
            /**
             * @description Version code of the device policy controller.
             * @example 4210
             */
            dpc_version_code: number | null;
            /**
             * @description Identifier of the enterprise, the same as in the `x-enterprise-id` header.
             * @example havelwerk-logistik
             */
            enterprise_id: string;
            /**
             * @description A credential of the device. Opaque.
             * @example demo-fcm-5f0c
             */
            fcm_token: string;
            /**
             * @description Identifier of the device, unique within the enterprise.
             * @example tablet-1
             */
            id: string;
            /**
             * @description IMEI.
             * @example 356938035643809
             */
            imei: string;
            /**
             * Format: date-time
             * @description Time of the battery values.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_battery_update: string | null;
            /**
             * Format: date-time
             * @description Time of the last connection.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_connect: string | null;
            /**
             * Format: date-time
             * @description Time of the storage values.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_storage_update: string | null;
            /**
             * @description Management mode. Known values: BYOD, FULLY_MANAGED, COPE, DEDICATED. Accept other values.
             * @example FULLY_MANAGED
             */
            management_mode: string;
            /** @description Enrollment configuration of the device. */
            manifest: components["schemas"]["Manifest"];
            /**
             * @description Model.
             * @example SM-G556B
             */
            model: string;
            /**
             * @description A credential of the device. Opaque.
             * @example demo-emm-19ab
             */
            play_emm_token: string;
            /**
             * @description Identifier of the current policy.
             * @example policy-drivers
             */
            policy_id: string;
            /**
             * @description Name of the current policy.
             * @example Drivers
             */
            policy_name: string;
            /**
             * @description Battery level in percent.
             * @example 87
             */
            remaining_battery: number | null;
            /**
             * Format: double
             * @description Free storage in gigabytes.
             * @example 74.2
             */
            remaining_storage: number | null;
            /**
             * @description Status of the device. Devices with the status DELETED are not returned. Known values: PROVISIONING, ACTIVE, DISABLED, LOST. Accept other values.
             * @example ACTIVE
             */
            status: string;
            /**
             * Format: double
             * @description Size of the storage in gigabytes.
             * @example 119.2
             */
            storage_capacity: number | null;
            /**
             * @description A credential of the device. Opaque.
             * @example demo-token-7c1e
             */
            token: string;
            /**
             * Format: date-time
             * @description Time of the last change of the record.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            updated_at: string | null;
        };
        DeviceLocation: {
            /**
             * Format: double
             * @description Accuracy radius in meters.
             * @example 4.8
             */
            accuracy: number | null;
            /**
             * Format: double
             * @description Height above the ellipsoid in meters.
             * @example 78.4
             */
            altitude: number | null;
            /**
             * Format: date-time
             * @description Time of the location.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            created_at: string | null;
            /**
             * @description Identifier of the geofence that contains the location. Empty if there is none.
             * @example
             */
            geofence_id: string;
            /**
             * @description IMEI of the device.
             * @example 356938035643809
             */
            imei: string;
            /**
             * @description True if the location is inside a geofence.
             * @example false
             */
            inside_geofence: boolean | null;
            /**
             * Format: double
             * @description Latitude in decimal degrees.
             * @example 52.51634
             */
            lat: number | null;
            /**
             * Format: double
             * @description Longitude in decimal degrees.
             * @example 13.37767
             */
            lng: number | null;
            /**
             * @description Location provider. Known values: gps, network, fused, passive. Accept other values.
             * @example fused
             */
            provider: string;
            /**
             * @description True if the location came from a mock provider.
             * @example false
             */
            using_mock_location: boolean | null;
        };
        DeviceSettings: {
            /**
             * @description True if the Android Debug Bridge is enabled.
             * @example false
             */
            adbEnabled: boolean | null;
            /**
             * @description True if developer options are enabled.
             * @example false
             */
            developmentSettingsEnabled: boolean | null;
            /**
             * @description State of the storage encryption.
             * @example ACTIVE_PER_USER
             */
            encryptionStatus: string;
            /**
             * @description True if the storage is encrypted.
             * @example true
             */
            isEncrypted: boolean | null;
            /**
             * @description True if apps are verified when they are installed.
             * @example true
             */
            verifyAppsEnabled: boolean | null;
        };
        Gsm: {
            /** @description The first mobile network. Absent if there is none. */
            gsm1?: components["schemas"]["GsmSlot"];
        };
        GsmSlot: {
            /**
             * @description IMSI of the SIM.
             * @example 262011234567890
             */
            imsi: string;
            /**
             * @description Operator.
             * @example Telekom.de
             */
            operator: string;
            /**
             * @description Strength of the signal.
             * @example -89 dBm
             */
            strength: string;
        };
        HardwareInfo: {
            /**
             * @description Brand.
             * @example samsung
             */
            brand: string;
            /**
             * @description Version of the baseband.
             * @example G556BXXS4AXK1
             */
            deviceBasebandVersion: string;
            /**
             * @description Name of the hardware.
             * @example s5e8535
             */
            hardware: string;
            /**
             * @description Manufacturer.
             * @example samsung
             */
            manufacturer: string;
            /**
             * @description Model.
             * @example SM-G556B
             */
            model: string;
            /**
             * @description Serial number.
             * @example R5CX31ABCDE
             */
            serialNumber: string;
        };
        /**
         * @description What the key may not see, in alphabetical order. `credentials`: tokens are empty. `identifiers`: IMEI, IMSI, serial number, and MAC address are empty. `exact_location`: coordinates are rounded to two decimals.
         * @enum {string}
         */
        HiddenData: "credentials" | "exact_location" | "identifiers";
        InvitePerson: {
            /**
             * @description E-mail address.
             * @example ines@havelwerk.example
             */
            email: string;
            /**
             * @description Name.
             * @example Ines Krüger
             */
            name: string;
            /**
             * @description A `viewer` cannot change anything. A `key_manager` can change everything except administrators, and cannot read the data of devices.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "key_manager" | "viewer";
        };
        KeyCall: {
            /**
             * Format: uuid
             * @description Identifier of the API key.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            api_key_id: string;
            /**
             * Format: date-time
             * @description Time of the call.
             * @example 2026-03-29T14:03:11.120+02:00
             */
            called_at: string;
            /**
             * @description The `code` of the error, or `broken_off` for a truncated response.
             * @example device_not_found
             */
            code: string;
            /**
             * @description The `detail` of the error, without values of the request. Empty for a truncated response.
             * @example `startdate` must be a date in `YYYY-MM-DD` format
             */
            detail: string;
            /**
             * Format: uuid
             * @description Identifier of the call.
             * @example 5d1b2c3e-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            id: string;
            /**
             * @description Reason why the key was invalid. Null if it was valid. The response does not contain it.
             * @example null
             * @enum {string|null}
             */
            key_state: "expired" | "paused" | "replaced" | null;
            /**
             * @description HTTP method.
             * @example GET
             */
            method: string;
            /**
             * @description Duration in milliseconds.
             * @example 12
             */
            milliseconds: number;
            /**
             * @description IPv4 address of the client, or the first 64 bits of its IPv6 address.
             * @example 203.0.113.7
             */
            network: string;
            /**
             * @description Names of the refused parameters. Up to 20 of them.
             * @example [
             *       "startdate"
             *     ]
             */
            refused_parameters: string[];
            /**
             * @description The `X-Request-Id` of the response. Clients can set it, so it is not unique.
             * @example 7b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            request_id: string;
            /**
             * @description Route, with names instead of path parameters. Empty for an unknown path.
             * @example /api/v1/device/id/:id
             */
            route: string;
            /**
             * @description HTTP status.
             * @example 404
             */
            status: number;
        };
        KeyCallCount: {
            /**
             * @description Number of calls.
             * @example 3
             */
            calls: number;
            /**
             * @description The `code` of the error. Empty for a success.
             * @example device_not_found
             */
            code: string;
            /**
             * @description HTTP status.
             * @example 404
             */
            status: number;
        };
        KeyCallPage: {
            /** @description The calls, newest first. */
            calls: components["schemas"]["KeyCall"][];
            /**
             * @description The `cursor` of the next page. Null on the last page.
             * @example 1774785791120-5d1b2c3e-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            next_cursor: string | null;
        };
        KeyCalls: {
            /** @description Number of calls in the last 7 days by result. */
            counts: components["schemas"]["KeyCallCount"][];
            /** @description The last 200 failed calls of these days, newest first. */
            failed: components["schemas"]["KeyCall"][];
        };
        KeyConditions: {
            /**
             * @description Client address of this request.
             * @example 203.0.113.7
             */
            address: string;
            /**
             * @description True if the request has an `X-Forwarded-For` header from a proxy that `TRUST_PROXY` does not trust. All clients then have the address of the proxy, so `allowed_networks` cannot distinguish them.
             * @example false
             */
            address_unclear: boolean;
            /**
             * @description Maximum lifetime of a key in days. Null if there is no limit.
             * @example 365
             */
            max_key_days: number | null;
        };
        KeyFeed: {
            /**
             * Format: uuid
             * @description Identifier of the API key.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            api_key_id: string;
            /**
             * Format: date-time
             * @description Time of the last request, up to one minute old.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            asked_at: string;
            /**
             * @description Change feed.
             * @example locations
             * @enum {string}
             */
            feed: "devices" | "datausage" | "screentime" | "applications" | "locations";
            /**
             * Format: date-time
             * @description Time up to which the key has read all changes. Null during the first full read.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            read_until: string | null;
        };
        LastLocation: {
            /**
             * Format: double
             * @description Accuracy radius in meters.
             * @example 4.8
             */
            accuracy: number | null;
            /**
             * Format: double
             * @description Height above the ellipsoid in meters.
             * @example 78.4
             */
            altitude: number | null;
            /**
             * @description The trigger of the location.
             * @example LocationManager
             */
            caller: string;
            /**
             * @description Identifier of that geofence. Empty if there is none.
             * @example depot-berlin
             */
            geofence_id: string;
            /**
             * @description True if the location is inside a geofence.
             * @example true
             */
            inside_geofence: boolean | null;
            /**
             * Format: double
             * @description Latitude in decimal degrees.
             * @example 52.51634
             */
            lat: number | null;
            /**
             * Format: double
             * @description Longitude in decimal degrees.
             * @example 13.37767
             */
            lng: number | null;
            /**
             * @description Location provider. Known values: gps, network, fused, passive. Accept other values.
             * @example gps
             */
            provider: string;
        };
        LastPosition: {
            /**
             * @description Identifier of the device.
             * @example tablet-1
             */
            device_id: string;
            /** @description The last known location: the newer of the location in the device record and the newest stored location. */
            last_location: components["schemas"]["LastLocation"];
            /**
             * Format: date-time
             * @description Time of the last known location.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_location_update: string | null;
            /**
             * @description Model.
             * @example SM-G556B
             */
            model: string;
            /**
             * @description Status of the device. Known values: PROVISIONING, ACTIVE, DISABLED, LOST. Accept other values.
             * @example ACTIVE
             */
            status: string;
        };
        Link: {
            /**
             * @description E-mail address.
             * @example ines@havelwerk.example
             */
            email: string;
            /**
             * @description Whether the user was invited and has no password yet.
             * @example true
             */
            invited: boolean;
            /**
             * @description Name.
             * @example Ines Krüger
             */
            name: string;
        };
        LookAtLink: {
            /**
             * @description The value of `link=` in the fragment of the link.
             * @example AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
             */
            token: string;
        };
        LookupApiKey: {
            /**
             * @description The API key. It may be expired, paused or replaced.
             * @example cda_4fJ0kq2XbV7cR9sT1uW3yZ5aB6dE8gH0iK2lM4nO6pQ0abcdef
             */
            key: string;
        };
        Manifest: {
            /**
             * @description Identifier of the enterprise in the management system.
             * @example LC02qx7v1p
             */
            emm_id: string;
            /**
             * @description Color of the enterprise in the agent app.
             * @example #0b5394
             */
            enterprise_color: string;
            /**
             * @description Support contact for the device user.
             * @example it-service@havelwerk.example
             */
            enterprise_contact: string;
            /**
             * @description Identifier of the enterprise.
             * @example havelwerk-logistik
             */
            enterprise_id: string;
            /**
             * @description URL of the enterprise logo.
             * @example https://mdm.example.com/logo.png
             */
            enterprise_logo: string;
            /**
             * @description Name of the enterprise.
             * @example Havelwerk Logistik GmbH
             */
            enterprise_name: string;
            /**
             * @description URL of the terms of use.
             * @example https://mdm.example.com/eula
             */
            eula_url: string;
            /**
             * @description Management mode.
             * @example FULLY_MANAGED
             */
            management_mode: string;
            /**
             * @description URL of the enrollment page.
             * @example https://mdm.example.com/onboarding
             */
            onboarding_url: string;
            /**
             * @description Identifier of the policy at enrollment.
             * @example policy-drivers
             */
            policy_id: string;
            /**
             * @description URL of the management server.
             * @example https://mdm.example.com
             */
            server_url: string;
        };
        MemoryInfo: {
            /**
             * @description Internal storage in bytes, as text.
             * @example 128000000000
             */
            totalInternalStorage: string;
            /**
             * @description Main memory in bytes, as text.
             * @example 5872025600
             */
            totalRam: string;
        };
        NetworkInfo: {
            /**
             * @description The network in use.
             * @example WIFI
             */
            active_network: string;
            /** @description Mobile networks. Empty if there are none. */
            gsm: components["schemas"]["Gsm"];
            /** @description Wi-Fi. */
            wifi: components["schemas"]["Wifi"];
        };
        NetworkInfoDetail: {
            /**
             * @description The network in use.
             * @example WIFI
             */
            active_network: string;
            /** @description Mobile networks. Empty if there are none. */
            gsm: components["schemas"]["Gsm"];
            /** @description Wi-Fi. */
            wifi: components["schemas"]["WifiDetail"];
        };
        NewSecondFactor: {
            /**
             * @description The secret in base 32.
             * @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
             */
            secret: string;
            /**
             * @description The secret as an `otpauth:` URI for a QR code.
             * @example otpauth://totp/Customer%20Device%20API:ines%40havelwerk.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Customer%20Device%20API&algorithm=SHA1&digits=6&period=30
             */
            uri: string;
        };
        OwnSession: {
            /**
             * @description Client address of the sign-in, or empty.
             * @example 203.0.113.7
             */
            address: string;
            /**
             * Format: date-time
             * @description When the user signed in.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            began_at: string;
            /**
             * @description Browser of the sign-in, or empty.
             * @example Firefox
             */
            browser: string;
            /**
             * @description Session ID.
             * @example 9f86d081884c7d659a2feaa0c55ad015
             */
            id: string;
            /**
             * @description Whether it is the session of this request.
             * @example true
             */
            is_this: boolean;
            /**
             * Format: date-time
             * @description The last use, up to one minute late.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_used_at: string;
            /**
             * @description Operating system of the sign-in, or empty.
             * @example Windows
             */
            system: string;
        };
        ParameterProblem: {
            /**
             * @description The problem and the fix.
             * @example must be a date in `YYYY-MM-DD` format
             */
            detail: string;
            /**
             * @description The parameter, header, or body member.
             * @example enddate
             */
            parameter: string;
        };
        Person: {
            /**
             * @description E-mail address.
             * @example ines@havelwerk.example
             */
            email: string;
            /**
             * Format: uuid
             * @description User ID.
             * @example 7f0c2a9e-4b53-4c0e-9a43-0d2b8f6a1c11
             */
            id: string;
            /**
             * @description Whether the user was invited and has no password yet.
             * @example true
             */
            invited: boolean;
            /**
             * Format: date-time
             * @description The last sign-in. Null before the first one.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_sign_in_at: string | null;
            /**
             * Format: date-time
             * @description When the password link of the user expires. Null without a valid link.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            link_expires_at: string | null;
            /**
             * @description Name.
             * @example Ines Krüger
             */
            name: string;
            /**
             * @description A `viewer` cannot change anything. A `key_manager` can change everything except administrators, and cannot read the data of devices.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "key_manager" | "viewer";
            /**
             * @description Whether the user has a second factor.
             * @example true
             */
            second_factor: boolean;
        };
        PersonWithLink: {
            /**
             * @description E-mail address.
             * @example ines@havelwerk.example
             */
            email: string;
            /**
             * Format: uuid
             * @description User ID.
             * @example 7f0c2a9e-4b53-4c0e-9a43-0d2b8f6a1c11
             */
            id: string;
            /**
             * @description Whether the user was invited and has no password yet.
             * @example true
             */
            invited: boolean;
            /**
             * Format: date-time
             * @description The last sign-in. Null before the first one.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            last_sign_in_at: string | null;
            /**
             * @description The password link. Only this response contains it. It works once.
             * @example https://api.example.com/portal#link=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
             */
            link: string;
            /**
             * Format: date-time
             * @description When the password link of the user expires. Null without a valid link.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            link_expires_at: string | null;
            /**
             * @description Name.
             * @example Ines Krüger
             */
            name: string;
            /**
             * @description A `viewer` cannot change anything. A `key_manager` can change everything except administrators, and cannot read the data of devices.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "key_manager" | "viewer";
            /**
             * @description Whether the user has a second factor.
             * @example true
             */
            second_factor: boolean;
        };
        PortalMap: {
            /**
             * @description Origins from which browsers load the style and its data.
             * @example [
             *       "https://maps.example.com",
             *       "https://tiles.example.com"
             *     ]
             */
            origins: string[];
            /**
             * @description URL of a MapLibre style.
             * @example https://maps.example.com/styles/streets.json
             */
            style_url: string;
        };
        PortalSettings: {
            /** @description Street map of the portal. null if the portal draws its own country outlines. */
            map: components["schemas"]["PortalMap"] | null;
            /**
             * @description True if users who sign in with a password need a second factor. Users without one set it up at the next sign-in.
             * @example false
             */
            second_factor_required: boolean;
        };
        Problem: {
            /**
             * @description The error code, for programs.
             * @example invalid_parameter
             */
            code: string;
            /**
             * @description What failed, and how to fix it.
             * @example `enddate` must be a date in `YYYY-MM-DD` format
             */
            detail: string;
            /** @description All problems, with status 400. */
            errors?: components["schemas"]["ParameterProblem"][];
            /**
             * @description The path of the request.
             * @example /api/v1/device-location/bulk
             */
            instance: string;
            /**
             * @description The request ID. Include it in support requests.
             * @example nightly-42
             */
            request_id: string;
            /**
             * @description The HTTP status.
             * @example 400
             */
            status: number;
            /**
             * @description A short summary of the error code.
             * @example Invalid request
             */
            title: string;
            /**
             * @description The address of a page about the error code.
             * @example https://api.example.com/docs/errors/invalid_parameter
             */
            type: string;
        };
        Proof: {
            /**
             * @description The current password, or a code of the authenticator app.
             * @example correct horse battery
             */
            proof: string;
        };
        ProviderSignOut: {
            /**
             * @description Sign-out URL of the provider. Null if it has none or is unavailable.
             * @example https://id.example.com/session/end?client_id=device-portal
             */
            url: string | null;
        };
        RecoveryCodes: {
            /**
             * @description The recovery codes. Only this response contains them. Each works once.
             * @example [
             *       "abcde-23456"
             *     ]
             */
            recovery_codes: string[];
        };
        RegenerateApiKey: {
            /**
             * @description Number of hours for which the old key stays valid.
             * @default 0
             * @example 24
             */
            overlap_hours: number;
        };
        Rename: {
            /**
             * @description Name.
             * @example Ines Krüger
             */
            name: string;
        };
        RetentionPreview: {
            /**
             * @description Maximum count of each kind.
             * @example 100000
             */
            counted_up_to: number;
            /**
             * @description Number of data usage records to purge. At `counted_up_to` there may be more.
             * @example 1200
             */
            datausage: number;
            /**
             * Format: date-time
             * @description Start of the retention period, in the time zone of the enterprise. Older records would be purged.
             * @example 2026-03-29T00:00:00.000+01:00
             */
            kept_from: string;
            /**
             * @description Number of location records to purge. At `counted_up_to` there may be more.
             * @example 1200
             */
            locations: number;
            /**
             * @description Number of screen time records to purge. At `counted_up_to` there may be more.
             * @example 1200
             */
            screentime: number;
        };
        /**
         * @description Scopes of the key.
         * @enum {string}
         */
        Scope: "device:GetList" | "device:GetDetail" | "device:GetDataUsage" | "device:GetScreenTime" | "device:GetApplication" | "device:GetLocation";
        ScreenTime: {
            /**
             * Format: date-time
             * @description Time when the record was created.
             * @example 2026-03-30T00:04:12.000+02:00
             */
            created_at: string | null;
            /**
             * Format: date
             * @description The day of `start`, in the time zone of the enterprise.
             * @example 2026-03-29
             */
            day?: string | null;
            /**
             * @description Identifier of the device.
             * @example tablet-1
             */
            device_id: string;
            /**
             * Format: date-time
             * @description End of the period: the end of the same day.
             * @example 2026-03-29T23:59:59.999+02:00
             */
            end: string | null;
            /**
             * @description Identifier of the enterprise, the same as in the `x-enterprise-id` header.
             * @example havelwerk-logistik
             */
            enterprise_id: string;
            /**
             * Format: int64
             * @description Identifier of the record, unique within the enterprise.
             * @example 9120
             */
            id: number;
            /**
             * @description Package name of the app.
             * @example com.google.android.apps.maps
             */
            package_name: string;
            /**
             * @description Identifier of the current policy.
             * @example policy-drivers
             */
            policy_id: string;
            /**
             * @description Name of the current policy.
             * @example Drivers
             */
            policy_name: string;
            /**
             * @description Screen time in milliseconds.
             * @example 5460000
             */
            screentime: number | null;
            /**
             * Format: date-time
             * @description Start of the period: the start of a day in the time zone of the enterprise.
             * @example 2026-03-29T00:00:00.000+01:00
             */
            start: string | null;
        };
        Session: {
            /**
             * @description Base URL of the customer API.
             * @example https://api.example.com
             */
            base_url: string;
            /**
             * @description E-mail address.
             * @example ines@havelwerk.example
             */
            email: string;
            /**
             * Format: date-time
             * @description When the session expires even if it is used: 12 hours after the sign-in.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            ends_at: string;
            /**
             * @description Enterprise ID.
             * @example havelwerk-logistik
             */
            enterprise_id: string;
            /**
             * @description Name of the enterprise.
             * @example Havelwerk Logistik GmbH
             */
            enterprise_name: string;
            /**
             * Format: date-time
             * @description When the session expires if it is not used. Never later than `ends_at`.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            expires_at: string;
            /**
             * @description Name.
             * @example Ines Krüger
             */
            name: string;
            /**
             * @description A `viewer` cannot change anything. A `key_manager` can change everything except administrators, and cannot read the data of devices.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "key_manager" | "viewer";
            /**
             * @description Time zone of days and timestamps.
             * @example Europe/Berlin
             */
            time_zone: string;
        };
        Settings: {
            /**
             * @description Base URL of the customer API.
             * @example https://api.example.com
             */
            base_url: string;
            /**
             * @description Whether sessions of the portal may read the data of devices. The admin token may read it in any case.
             * @example true
             */
            data_pages: boolean;
            /**
             * @description Identifier of the enterprise, which customers send as `x-enterprise-id`.
             * @example havelwerk-logistik
             */
            enterprise_id: string;
            /**
             * @description Name of the enterprise.
             * @example Havelwerk Logistik GmbH
             */
            enterprise_name: string;
            /**
             * @description Days to keep data usage, screen time and location records. null keeps them indefinitely.
             * @example 365
             */
            retention_days: number | null;
            /**
             * @description IANA name of the time zone for days and timestamps.
             * @example Europe/Berlin
             */
            time_zone: string;
        };
        SignIn: {
            /**
             * @description E-mail address, in any case.
             * @example ines@havelwerk.example
             */
            email: string;
            /**
             * @description Password.
             * @example correct horse battery staple
             */
            password: string;
        };
        SignInOptions: {
            /**
             * @description Whether users can sign in with a password.
             * @example true
             */
            password: boolean;
            /** @description Null without single sign-on. */
            single_sign_on: components["schemas"]["SingleSignOn"] | null;
        };
        SingleSignOn: {
            /**
             * @description Label of the button.
             * @example Company account
             */
            name: string;
            /**
             * @description Target of the button.
             * @example /portal/api/oidc/start
             */
            url: string;
        };
        SoftwareInfo: {
            /**
             * @description Version code of the device policy app.
             * @example 4210
             */
            androidDevicePolicyVersionCode: number | null;
            /**
             * @description Version of the device policy app.
             * @example 4.21.0
             */
            androidDevicePolicyVersionName: string;
            /**
             * @description Android API level.
             * @example 34
             */
            androidSdk: string;
            /**
             * @description Android version.
             * @example 14
             */
            androidVersion: string;
            /**
             * @description Version of Android with its build.
             * @example 14 (UP1A.231005.007)
             */
            androidVersionDetail: string;
            /**
             * @description Language of the device.
             * @example de-DE
             */
            primaryLanguageCode: string;
        };
        StorageInfo: {
            /**
             * @description Size of the main memory, as readable text.
             * @example 5,5 GB
             */
            memoryCapacity: string;
            /**
             * @description Share of the main memory in use.
             * @example 61,3 %
             */
            memoryUsage: string;
            /**
             * @description Free storage, as readable text.
             * @example 74,2 GB
             */
            remainingStorage: string;
            /**
             * @description Size of the storage, as readable text.
             * @example 119,2 GB
             */
            storageCapacity: string;
            /**
             * @description Share of the storage in use.
             * @example 37,8 %
             */
            storageUsage: string;
        };
        UpdateApiKey: {
            /**
             * @description Allowed client addresses: IPv4 and IPv6 addresses and CIDR ranges without host bits. Empty if every address is allowed. `::ffff:a.b.c.d` is stored as IPv4.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::7"
             *     ]
             */
            allowed_networks?: string[];
            /**
             * @description Name of the application, unique in the enterprise. Stored without surrounding spaces, in Unicode normalization form NFC. Must not contain control, zero-width, or direction characters.
             * @example Night report
             */
            application?: string;
            /**
             * Format: date-time
             * @description Expiration time. Null if the key does not expire. Must be in the future. With `MAX_KEY_DAYS`, it is required and limited to that number of days.
             * @example 2026-12-31T23:59:59.000+01:00
             */
            expires_at?: string | null;
            /**
             * @description What the key may not see, in alphabetical order. `credentials`: tokens are empty. `identifiers`: IMEI, IMSI, serial number, and MAC address are empty. `exact_location`: coordinates are rounded to two decimals.
             * @example [
             *       "credentials"
             *     ]
             */
            hidden_data?: components["schemas"]["HiddenData"][];
            /**
             * @description True if agents may use the key at `/mcp`, with the tools of its scopes. Other keys get 403 `mcp_not_allowed` there.
             * @example false
             */
            mcp?: boolean;
            /**
             * @description Note for administrators. Stored like the application name, and may have several lines.
             * @example Runs at the depot. Ask the warehouse team.
             */
            note?: string;
            /**
             * @description True if the key is paused. A paused key is invalid.
             * @example false
             */
            paused?: boolean;
            /**
             * @description Scopes of the key.
             * @example [
             *       "device:GetList"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description The `updated_at` that was read. If the API key has been changed since then, the response is 409 `api_key_changed`.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            unchanged_since?: string;
        };
        UpdateSettings: {
            /**
             * @description Whether sessions of the portal may read the data of devices. The admin token may read it in any case.
             * @example true
             */
            data_pages?: boolean;
            /**
             * @description Days to keep data usage, screen time and location records. null keeps them indefinitely.
             * @example 365
             */
            retention_days?: number | null;
            /**
             * @description True if users who sign in with a password need a second factor. Users without one set it up at the next sign-in.
             * @example false
             */
            second_factor_required?: boolean;
            /**
             * @description IANA name of the time zone for days and timestamps.
             * @example Europe/Berlin
             */
            time_zone?: string;
        };
        UseLink: {
            /**
             * @description The new password.
             * @example correct horse battery staple
             */
            password: string;
            /**
             * @description The value of `link=` in the fragment of the link.
             * @example AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
             */
            token: string;
        };
        Wifi: {
            /**
             * @description IP address of the device.
             * @example 10.20.4.17
             */
            ip: string;
            /**
             * @description Name of the network.
             * @example Depot-1
             */
            ssid: string;
            /**
             * @description Strength of the signal.
             * @example -54 dBm
             */
            strength: string;
        };
        WifiDetail: {
            /**
             * @description IP address of the device.
             * @example 10.20.4.17
             */
            ip: string;
            /**
             * @description MAC address of the Wi-Fi adapter.
             * @example 02:1a:7d:da:71:13
             */
            macAddress: string;
            /**
             * @description Name of the network.
             * @example Depot-1
             */
            ssid: string;
            /**
             * @description Strength of the signal.
             * @example -54 dBm
             */
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
type FlattenedDeepRequired<T> = {
    [K in keyof T]-?: FlattenedDeepRequired<T[K] extends unknown[] | undefined | null ? Extract<T[K], unknown[]>[number] : T[K]>;
};
type ReadonlyArray<T> = [
    Exclude<T, undefined>
] extends [
    unknown[]
] ? Readonly<Exclude<T, undefined>> : Readonly<Exclude<T, undefined>[]>;
export const accountRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Account"]["role"]> = ["admin", "key_manager", "viewer"];
export const auditFlawFlawValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AuditFlaw"]["flaw"]> = ["removed", "altered", "end_removed", "end_altered"];
export const changeRoleRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["ChangeRole"]["role"]> = ["admin", "key_manager", "viewer"];
export const hiddenDataValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["HiddenData"]> = ["credentials", "exact_location", "identifiers"];
export const invitePersonRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["InvitePerson"]["role"]> = ["admin", "key_manager", "viewer"];
export const keyFeedFeedValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["KeyFeed"]["feed"]> = ["devices", "datausage", "screentime", "applications", "locations"];
export const personRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Person"]["role"]> = ["admin", "key_manager", "viewer"];
export const personWithLinkRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["PersonWithLink"]["role"]> = ["admin", "key_manager", "viewer"];
export const scopeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Scope"]> = ["device:GetList", "device:GetDetail", "device:GetDataUsage", "device:GetScreenTime", "device:GetApplication", "device:GetLocation"];
export const sessionRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Session"]["role"]> = ["admin", "key_manager", "viewer"];
export type operations = Record<string, never>;
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
