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
             * @description A `viewer` cannot change anything.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "viewer";
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
             * @description The entry of the key.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            api_key_id: string;
            /**
             * @description Its application; of a deleted entry the last name.
             * @example Night report
             */
            application: string;
            /**
             * Format: int64
             * @description Bytes of bodies sent.
             * @example 1843200
             */
            bytes: number;
            /**
             * @description Requests that were let in and failed: bad parameters, no such device, errors, broken-off answers.
             * @example 1
             */
            errors: number;
            /**
             * @description Requests that followed a feed (`since`), answered or not changed.
             * @example 3
             */
            feeds: number;
            /**
             * Format: date-time
             * @description When the hour began, in the time zone of the enterprise.
             * @example 2026-03-29T08:00:00.000+02:00
             */
            hour: string | null;
            /**
             * @description Requests that were not let in: another enterprise, a missing scope, too many of them.
             * @example 0
             */
            refused: number;
            /**
             * @description All requests, those below included.
             * @example 12
             */
            requests: number;
            /**
             * @description Records sent.
             * @example 4200
             */
            rows: number;
            /**
             * @description What was read.
             * @example device:GetList
             */
            scope: string;
        };
        ApiKey: {
            /**
             * @description Addresses and CIDR ranges, IPv4 and IPv6, each once, from which alone the key may be used; empty for everywhere. A range has no bits behind its prefix; `::ffff:a.b.c.d` is kept as IPv4.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::7"
             *     ]
             */
            allowed_networks: string[];
            /**
             * @description Name of the application, unique in the enterprise. It is kept without space around it, in the normalization form NFC of Unicode, and holds no control, zero-width or direction characters.
             * @example Night report
             */
            application: string;
            /**
             * Format: date-time
             * @description When the entry was made.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            created_at: string;
            /**
             * Format: date-time
             * @description From then on the key is unknown; null for never. A time that is set lies ahead; where `MAX_KEY_DAYS` is set, not further than so many days, and never is no choice.
             * @example 2026-12-31T23:59:59.000+01:00
             */
            expires_at: string | null;
            /**
             * Format: uuid
             * @description Identifier of the entry.
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
             * @description When the key was last used, at most a minute behind; null when never.
             * @example 2026-04-02T02:00:11.120+02:00
             */
            last_used_at: string | null;
            /**
             * @description What people should know of the key. Kept like the name, in several lines if need be.
             * @example Runs at the depot. Ask the warehouse team.
             */
            note: string;
            /**
             * Format: date-time
             * @description When the key before was last used, at most a minute behind; null when never.
             * @example 2026-04-02T02:00:11.120+02:00
             */
            old_key_last_used_at: string | null;
            /**
             * Format: date-time
             * @description Until when the key before works beside this one; null where none does.
             * @example 2026-04-03T08:15:30.000+02:00
             */
            old_key_until: string | null;
            /**
             * @description Whether the key opens nothing for the time being.
             * @example false
             */
            paused: boolean;
            /**
             * @description What the key opens.
             * @example [
             *       "device:GetList"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            updated_at: string;
        };
        ApiKeyWithSecret: {
            /**
             * @description Addresses and CIDR ranges, IPv4 and IPv6, each once, from which alone the key may be used; empty for everywhere. A range has no bits behind its prefix; `::ffff:a.b.c.d` is kept as IPv4.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::7"
             *     ]
             */
            allowed_networks: string[];
            /**
             * @description Name of the application, unique in the enterprise. It is kept without space around it, in the normalization form NFC of Unicode, and holds no control, zero-width or direction characters.
             * @example Night report
             */
            application: string;
            /**
             * Format: date-time
             * @description When the entry was made.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            created_at: string;
            /**
             * Format: date-time
             * @description From then on the key is unknown; null for never. A time that is set lies ahead; where `MAX_KEY_DAYS` is set, not further than so many days, and never is no choice.
             * @example 2026-12-31T23:59:59.000+01:00
             */
            expires_at: string | null;
            /**
             * Format: uuid
             * @description Identifier of the entry.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            id: string;
            /**
             * @description The key. This answer is the only place where it is ever shown.
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
             * @description When the key was last used, at most a minute behind; null when never.
             * @example 2026-04-02T02:00:11.120+02:00
             */
            last_used_at: string | null;
            /**
             * @description What people should know of the key. Kept like the name, in several lines if need be.
             * @example Runs at the depot. Ask the warehouse team.
             */
            note: string;
            /**
             * Format: date-time
             * @description When the key before was last used, at most a minute behind; null when never.
             * @example 2026-04-02T02:00:11.120+02:00
             */
            old_key_last_used_at: string | null;
            /**
             * Format: date-time
             * @description Until when the key before works beside this one; null where none does.
             * @example 2026-04-03T08:15:30.000+02:00
             */
            old_key_until: string | null;
            /**
             * @description Whether the key opens nothing for the time being.
             * @example false
             */
            paused: boolean;
            /**
             * @description What the key opens.
             * @example [
             *       "device:GetList"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When it was last changed.
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
             * @description Name of the app as its user sees it.
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
             * @description Its application, by the last name in the trail.
             * @example Night report
             */
            application: string;
            /**
             * @description The entry.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            id: string;
        };
        AuditEvent: {
            /**
             * @description What was done.
             * @example api_key.created
             */
            action: string;
            /**
             * @description Who acted.
             * @example admin-token
             */
            actor: string;
            /**
             * @description The address it came from.
             * @example 10.20.4.17
             */
            address: string;
            /**
             * @description The entry it was done to; empty where there is none.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            api_key_id: string;
            /**
             * @description The application of that entry.
             * @example Night report
             */
            application: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            at: string;
            /**
             * @description What changed.
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
             * @description The id of the request.
             * @example 3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10
             */
            request_id: string;
            /**
             * @description Number of the event in the trail of the enterprise, without gaps.
             * @example 7
             */
            sequence: number;
        };
        AuditFilters: {
            /**
             * @description Everybody who acted.
             * @example [
             *       "admin-token",
             *       "admin:ines@havelwerk.example"
             *     ]
             */
            actors: string[];
            /** @description Every key to which something was done, deleted ones included. */
            keys: components["schemas"]["AuditedKey"][];
        };
        AuditSearch: {
            /** @description A page of events, the newest first. */
            events: components["schemas"]["AuditEvent"][];
            /**
             * @description Whether the search stopped at 10,000 events. Older events were not searched.
             * @example false
             */
            search_limited: boolean;
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
             * @description A `viewer` cannot change anything.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "viewer";
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
             * @description Addresses and CIDR ranges, IPv4 and IPv6, each once, from which alone the key may be used; empty for everywhere. A range has no bits behind its prefix; `::ffff:a.b.c.d` is kept as IPv4.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::7"
             *     ]
             */
            allowed_networks?: string[];
            /**
             * @description Name of the application, unique in the enterprise. It is kept without space around it, in the normalization form NFC of Unicode, and holds no control, zero-width or direction characters.
             * @example Night report
             */
            application: string;
            /**
             * Format: date-time
             * @description From then on the key is unknown; null for never. A time that is set lies ahead; where `MAX_KEY_DAYS` is set, not further than so many days, and never is no choice.
             * @example 2026-12-31T23:59:59.000+01:00
             */
            expires_at?: string | null;
            /**
             * @description What people should know of the key. Kept like the name, in several lines if need be.
             * @example Runs at the depot. Ask the warehouse team.
             */
            note?: string;
            /**
             * @description Whether the key opens nothing for the time being.
             * @example false
             */
            paused?: boolean;
            /**
             * @description What the key opens.
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
             * @description Status of the device. Devices with the status DELETED are not returned. Known values: PROVISIONING, ACTIVE, DISABLED, LOST, DELETED. Accept other values.
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
             * @description Status of the device. Devices with the status DELETED are not returned. Known values: PROVISIONING, ACTIVE, DISABLED, LOST, DELETED. Accept other values.
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
             * @description A `viewer` cannot change anything.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "viewer";
        };
        KeyCall: {
            /**
             * Format: uuid
             * @description The entry of the key.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            api_key_id: string;
            /**
             * Format: date-time
             * @description When the call arrived.
             * @example 2026-03-29T14:03:11.120+02:00
             */
            called_at: string;
            /**
             * @description The `code` of the answer; `broken_off` where it began and did not arrive whole.
             * @example device_not_found
             */
            code: string;
            /**
             * Format: uuid
             * @description Identifier of the record: that of the request may be there twice.
             * @example 5d1b2c3e-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            id: string;
            /**
             * @description What was wrong with the key itself, where a call was refused before it was known: to callers a key that has ended is an unknown one.
             * @example null
             * @enum {string|null}
             */
            key_state: "expired" | "paused" | "replaced" | null;
            /**
             * @description The method.
             * @example GET
             */
            method: string;
            /**
             * @description How long it took.
             * @example 12
             */
            milliseconds: number;
            /**
             * @description From where it came: an IPv4 address, or the first 64 bits of an IPv6 address.
             * @example 203.0.113.7
             */
            network: string;
            /**
             * @description What the answer named in `X-Request-Id`. Callers may choose it, and choose it twice.
             * @example 7b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            request_id: string;
            /**
             * @description The route, with names in the place of what callers put there; empty where the path has none.
             * @example /api/v1/device/id/:id
             */
            route: string;
            /**
             * @description The HTTP status.
             * @example 404
             */
            status: number;
        };
        KeyCallCount: {
            /**
             * @description How many there were.
             * @example 3
             */
            calls: number;
            /**
             * @description Their `code`, as of the calls; empty where nothing failed.
             * @example device_not_found
             */
            code: string;
            /**
             * @description The status of the answers.
             * @example 404
             */
            status: number;
        };
        KeyCalls: {
            /** @description All calls of the last 7 days, by how they ended. */
            counts: components["schemas"]["KeyCallCount"][];
            /** @description The last 200 of these days that were refused or failed, the newest first. */
            failed: components["schemas"]["KeyCall"][];
        };
        KeyConditions: {
            /**
             * @description Where this request comes from.
             * @example 203.0.113.7
             */
            address: string;
            /**
             * @description Whether requests carry `X-Forwarded-For` from a proxy whose word `TRUST_PROXY` does not take: then the address is that of the proxy, for all alike, and no list of networks tells one client from another.
             * @example false
             */
            address_unclear: boolean;
            /**
             * @description So many days ahead a key must end; null where it need not.
             * @example 365
             */
            max_key_days: number | null;
        };
        KeyFeed: {
            /**
             * Format: uuid
             * @description The entry of the key.
             * @example 0b0f5e0c-52d5-4c5b-9b0e-0a6c7f1d2e3f
             */
            api_key_id: string;
            /**
             * Format: date-time
             * @description When it last asked, at most a minute behind.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            asked_at: string;
            /**
             * @description What is followed.
             * @example locations
             * @enum {string}
             */
            feed: "devices" | "datausage" | "screentime" | "applications" | "locations";
            /**
             * Format: date-time
             * @description Whatever the service got to know until then, the key has asked for; null while it reads everything for the first time.
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
            /** @description The last position: the newer of the one in the device and the newest of its stored positions. */
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
             * @description Status of the device. Known values: PROVISIONING, ACTIVE, DISABLED, LOST, DELETED. Accept other values.
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
             * @description URL of the logo of the enterprise.
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
        };
        ParameterProblem: {
            /**
             * @description The problem and the fix.
             * @example should be given once, as a day that exists, in the form YYYY-MM-DD
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
             * @description A `viewer` cannot change anything.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "viewer";
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
             * @description A `viewer` cannot change anything.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "viewer";
            /**
             * @description Whether the user has a second factor.
             * @example true
             */
            second_factor: boolean;
        };
        PortalMap: {
            /**
             * @description Whom browsers ask for the style and for what it draws.
             * @example [
             *       "https://maps.example.com",
             *       "https://tiles.example.com"
             *     ]
             */
            origins: string[];
            /**
             * @description Address of a MapLibre style.
             * @example https://maps.example.com/styles/streets.json
             */
            style_url: string;
        };
        PortalSettings: {
            /** @description What the portal's maps are drawn from; null: from its own outlines of the countries. */
            map: components["schemas"]["PortalMap"] | null;
            /**
             * @description Whether everybody who signs in with a password needs a second factor: who has none sets one up at the next sign-in.
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
             * @example enddate: should be given once, as a day that exists, in the form YYYY-MM-DD
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
             * @example 3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10
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
             * @description A URI that identifies the error code.
             * @example urn:customer-device-api:problem:invalid_parameter
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
             * @description For so many hours the old key works beside the new one.
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
             * @description Of each kind no more are counted.
             * @example 100000
             */
            counted_up_to: number;
            /**
             * @description How many records of data usage; `counted_up_to` where there are so many or more.
             * @example 1200
             */
            datausage: number;
            /**
             * Format: date-time
             * @description Everything from before would be removed, in the time zone of the enterprise.
             * @example 2026-03-29T00:00:00.000+01:00
             */
            kept_from: string;
            /**
             * @description How many positions; `counted_up_to` where there are so many or more.
             * @example 1200
             */
            locations: number;
            /**
             * @description How many records of screen time; `counted_up_to` where there are so many or more.
             * @example 1200
             */
            screentime: number;
        };
        /**
         * @description What the key opens.
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
             * @description A `viewer` cannot change anything.
             * @example admin
             * @enum {string}
             */
            role: "admin" | "viewer";
            /**
             * @description Time zone of days and timestamps.
             * @example Europe/Berlin
             */
            time_zone: string;
        };
        Settings: {
            /**
             * @description Base address of the customer API.
             * @example https://api.example.com
             */
            base_url: string;
            /**
             * @description What customers send as x-enterprise-id.
             * @example havelwerk-logistik
             */
            enterprise_id: string;
            /**
             * @description Name of the enterprise.
             * @example Havelwerk Logistik GmbH
             */
            enterprise_name: string;
            /**
             * @description Usage, screen time and positions older than so many whole days are removed; null keeps them for ever.
             * @example 365
             */
            retention_days: number | null;
            /**
             * @description IANA name of the time zone of days and timestamps.
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
        TrailFlaw: {
            /**
             * @description `removed`: the event is missing. `altered`: it, or its place, is not as it was written. `end_removed`: events are missing after the last. `end_altered`: the record of where the trail ends is missing or not as it was written.
             * @example removed
             * @enum {string}
             */
            flaw: "removed" | "altered" | "end_removed" | "end_altered";
            /**
             * @description The number of the event.
             * @example 7
             */
            sequence: number;
        };
        TrailVerification: {
            /**
             * @description Events found in the piece.
             * @example 42
             */
            events: number;
            /** @description What is not as it was written; at most the first 100 of the piece. */
            flaws: components["schemas"]["TrailFlaw"][];
            /**
             * @description Whether every event of the piece is there as it was written.
             * @example true
             */
            intact: boolean;
            /**
             * @description Its hash. Note it elsewhere, to see later that the trail has only grown.
             * @example 5f2b…
             */
            last_hash: string;
            /**
             * @description The number of the last event of the piece; 0 where there is none.
             * @example 42
             */
            last_sequence: number;
            /**
             * @description Where the next piece begins: the `after` to ask for. Null when the end of the trail has been checked.
             * @example null
             */
            next: number | null;
            /**
             * @description How many events the trail has by its record, to see how far the check is.
             * @example 42
             */
            total: number;
        };
        UpdateApiKey: {
            /**
             * @description Addresses and CIDR ranges, IPv4 and IPv6, each once, from which alone the key may be used; empty for everywhere. A range has no bits behind its prefix; `::ffff:a.b.c.d` is kept as IPv4.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::7"
             *     ]
             */
            allowed_networks?: string[];
            /**
             * @description Name of the application, unique in the enterprise. It is kept without space around it, in the normalization form NFC of Unicode, and holds no control, zero-width or direction characters.
             * @example Night report
             */
            application?: string;
            /**
             * Format: date-time
             * @description From then on the key is unknown; null for never. A time that is set lies ahead; where `MAX_KEY_DAYS` is set, not further than so many days, and never is no choice.
             * @example 2026-12-31T23:59:59.000+01:00
             */
            expires_at?: string | null;
            /**
             * @description What people should know of the key. Kept like the name, in several lines if need be.
             * @example Runs at the depot. Ask the warehouse team.
             */
            note?: string;
            /**
             * @description Whether the key opens nothing for the time being.
             * @example false
             */
            paused?: boolean;
            /**
             * @description What the key opens.
             * @example [
             *       "device:GetList"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description The `updated_at` of the entry as it was read. If somebody has changed the entry since, the answer is 409 `api_key_changed`.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            unchanged_since?: string;
        };
        UpdateSettings: {
            /**
             * @description Usage, screen time and positions older than so many whole days are removed; null keeps them for ever.
             * @example 365
             */
            retention_days?: number | null;
            /**
             * @description Whether everybody who signs in with a password needs a second factor: who has none sets one up at the next sign-in.
             * @example false
             */
            second_factor_required?: boolean;
            /**
             * @description IANA name of the time zone of days and timestamps.
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
export type AuditSearch = components['schemas']['AuditSearch'];
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
export type InvitePerson = components['schemas']['InvitePerson'];
export type KeyCall = components['schemas']['KeyCall'];
export type KeyCallCount = components['schemas']['KeyCallCount'];
export type KeyCalls = components['schemas']['KeyCalls'];
export type KeyConditions = components['schemas']['KeyConditions'];
export type KeyFeed = components['schemas']['KeyFeed'];
export type LastLocation = components['schemas']['LastLocation'];
export type LastPosition = components['schemas']['LastPosition'];
export type Link = components['schemas']['Link'];
export type LookAtLink = components['schemas']['LookAtLink'];
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
export type TrailFlaw = components['schemas']['TrailFlaw'];
export type TrailVerification = components['schemas']['TrailVerification'];
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
export const accountRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Account"]["role"]> = ["admin", "viewer"];
export const changeRoleRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["ChangeRole"]["role"]> = ["admin", "viewer"];
export const invitePersonRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["InvitePerson"]["role"]> = ["admin", "viewer"];
export const keyFeedFeedValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["KeyFeed"]["feed"]> = ["devices", "datausage", "screentime", "applications", "locations"];
export const personRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Person"]["role"]> = ["admin", "viewer"];
export const personWithLinkRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["PersonWithLink"]["role"]> = ["admin", "viewer"];
export const scopeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Scope"]> = ["device:GetList", "device:GetDetail", "device:GetDataUsage", "device:GetScreenTime", "device:GetApplication", "device:GetLocation"];
export const sessionRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Session"]["role"]> = ["admin", "viewer"];
export const trailFlawFlawValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["TrailFlaw"]["flaw"]> = ["removed", "altered", "end_removed", "end_altered"];
export type operations = Record<string, never>;
/** What the service can be asked. */
export interface Calls {
    'GET /internal/v1/account': { asked: Record<string, never>; answer: Account };
    'PATCH /internal/v1/account': { asked: { body: Rename }; answer: undefined };
    'POST /internal/v1/account/password': { asked: { body: ChangePassword }; answer: undefined };
    'POST /internal/v1/account/second-factor': { asked: { body: Proof }; answer: NewSecondFactor };
    'POST /internal/v1/account/second-factor/confirmation': { asked: { body: Code }; answer: RecoveryCodes };
    'POST /internal/v1/account/second-factor/off': { asked: { body: Proof }; answer: undefined };
    'POST /internal/v1/account/second-factor/recovery-codes': { asked: { body: Proof }; answer: RecoveryCodes };
    'DELETE /internal/v1/account/sessions': { asked: Record<string, never>; answer: undefined };
    'GET /internal/v1/account/sessions': { asked: Record<string, never>; answer: OwnSession[] };
    'GET /internal/v1/activity': { asked: { query: { startdate: string; enddate: string } }; answer: Activity[] };
    'GET /internal/v1/api-keys': { asked: Record<string, never>; answer: ApiKey[] };
    'POST /internal/v1/api-keys': { asked: { body: CreateApiKey }; answer: ApiKeyWithSecret };
    'GET /internal/v1/api-keys/calls': { asked: { query: { request_id: string } }; answer: KeyCall[] };
    'GET /internal/v1/api-keys/feeds': { asked: Record<string, never>; answer: KeyFeed[] };
    'DELETE /internal/v1/api-keys/{id}': { asked: { id: string }; answer: undefined };
    'PATCH /internal/v1/api-keys/{id}': { asked: { id: string; body: UpdateApiKey }; answer: ApiKey };
    'GET /internal/v1/api-keys/{id}/calls': { asked: { id: string }; answer: KeyCalls };
    'DELETE /internal/v1/api-keys/{id}/old-key': { asked: { id: string }; answer: undefined };
    'POST /internal/v1/api-keys/{id}/regenerate': { asked: { id: string; body: RegenerateApiKey }; answer: ApiKeyWithSecret };
    'GET /internal/v1/audit-events': { asked: { query?: { before?: string; after?: string; limit?: string; action?: string; actor?: string; api_key_id?: string; outcome?: string; startdate?: string; enddate?: string; search?: string; cursor?: string } }; answer: AuditEvent[] | AuditSearch };
    'GET /internal/v1/audit-events/filters': { asked: Record<string, never>; answer: AuditFilters };
    'GET /internal/v1/audit-events/verification': { asked: { query?: { after?: string } }; answer: TrailVerification };
    'GET /internal/v1/data/devices': { asked: { query?: { format?: string; fields?: string } }; answer: DeviceListItem[] };
    'GET /internal/v1/data/devices/{id}': { asked: { id: string; query?: { format?: string; fields?: string } }; answer: DeviceDetail };
    'GET /internal/v1/data/devices/{id}/applications': { asked: { id: string; query?: { format?: string; fields?: string } }; answer: Application[] };
    'GET /internal/v1/data/devices/{id}/data-usage': { asked: { id: string; query?: { format?: string; startdate?: string; enddate?: string; fields?: string } }; answer: DataUsage[] };
    'GET /internal/v1/data/devices/{id}/locations': { asked: { id: string; query: { format?: string; startdate: string; enddate: string; fields?: string } }; answer: DeviceLocation[] };
    'GET /internal/v1/data/devices/{id}/locations/newest': { asked: { id: string; query?: { format?: string; fields?: string } }; answer: DeviceLocation[] };
    'GET /internal/v1/data/devices/{id}/screen-time': { asked: { id: string; query?: { format?: string; startdate?: string; enddate?: string; fields?: string } }; answer: ScreenTime[] };
    'GET /internal/v1/data/last-positions': { asked: Record<string, never>; answer: LastPosition[] };
    'GET /internal/v1/key-conditions': { asked: Record<string, never>; answer: KeyConditions };
    'GET /internal/v1/people': { asked: Record<string, never>; answer: Person[] };
    'POST /internal/v1/people': { asked: { body: InvitePerson }; answer: PersonWithLink };
    'DELETE /internal/v1/people/{id}': { asked: { id: string }; answer: undefined };
    'PATCH /internal/v1/people/{id}': { asked: { id: string; body: ChangeRole }; answer: Person };
    'POST /internal/v1/people/{id}/link': { asked: { id: string }; answer: PersonWithLink };
    'DELETE /internal/v1/people/{id}/second-factor': { asked: { id: string }; answer: undefined };
    'GET /internal/v1/settings': { asked: Record<string, never>; answer: Settings };
    'PATCH /internal/v1/settings': { asked: { body: UpdateSettings }; answer: Settings };
    'GET /internal/v1/settings/portal': { asked: Record<string, never>; answer: PortalSettings };
    'GET /internal/v1/settings/retention-preview': { asked: { query: { retention_days: number } }; answer: RetentionPreview };
    'POST /portal/api/link': { asked: { body: LookAtLink }; answer: Link };
    'POST /portal/api/link/password': { asked: { body: UseLink }; answer: undefined };
    'GET /portal/api/oidc/sign-out': { asked: Record<string, never>; answer: ProviderSignOut };
    'DELETE /portal/api/session': { asked: Record<string, never>; answer: undefined };
    'GET /portal/api/session': { asked: Record<string, never>; answer: Session };
    'POST /portal/api/session': { asked: { body: SignIn }; answer: Session };
    'GET /portal/api/session/look': { asked: Record<string, never>; answer: Session };
    'POST /portal/api/session/second-factor': { asked: { body: Code }; answer: Session };
    'POST /portal/api/session/second-factor/confirmation': { asked: { body: Code }; answer: RecoveryCodes };
    'POST /portal/api/session/second-factor/set-up': { asked: Record<string, never>; answer: NewSecondFactor };
    'GET /portal/api/sign-in-options': { asked: Record<string, never>; answer: SignInOptions };
}
