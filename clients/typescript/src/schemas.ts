// Made by "npm run openapi"; do not change it here.

export interface paths {
    "/api/v1/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns all devices of the enterprise, ordered by id. Devices with the status DELETED are not returned. `/api/v1/device/` is the same path. Deprecated path with the same response: `/device/`. */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device-location/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the locations of all devices on the days from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Ordered by time and id. */
        get: operations["listAllLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device-location/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the locations that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified. */
        get: operations["listLocationChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device-location/id/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the locations of the device, ordered by time and id. */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device-location/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the newest location record of each device, ordered by device. Devices without a location and devices with the status DELETED are not included. */
        get: operations["listLatestLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/app/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the installed apps of all devices, grouped by device, then ordered by ID. Devices with the status DELETED are not included. */
        get: operations["listAllApplications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/app/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the apps that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified. The apps of devices that became DELETED are deleted. */
        get: operations["listApplicationChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/app/id/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the apps that are installed on the device, ordered by ID. */
        get: operations["listApplications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the devices that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified. Devices that became DELETED are deleted. */
        get: operations["listDeviceChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/datausage/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the data usage per app and day of all devices from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Grouped by device, then ordered by start and id. */
        get: operations["listAllDataUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/datausage/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the data usage records that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified. */
        get: operations["listDataUsageChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/datausage/id/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the data usage per app and day of the device, ordered by start and id. Deprecated path with the same response: `/device/{id}/datausage`. Deprecated path with the same response: `/device/api/v1/device/datausage/id/{id}`. */
        get: operations["listDataUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/datausage/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the sums of the data usage from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Records of deleted devices are included. */
        get: operations["summarizeDataUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/id/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns one device with all its fields. Deprecated path with the same response: `/device/{id}`. */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/screentime/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the screen time per app and day of all devices from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Grouped by device, then ordered by start and id. */
        get: operations["listAllScreenTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/screentime/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the screen time records that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified. */
        get: operations["listScreenTimeChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/screentime/id/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the screen time per app and day of the device, ordered by start and id. */
        get: operations["listScreenTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/device/screentime/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the sums of the screen time from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Records of deleted devices are included. */
        get: operations["summarizeScreenTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enterprise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns the enterprise with its time zone, and the scopes, expiration, and limits of the API key. Every valid key can read it. */
        get: operations["getEnterprise"];
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
        ApplicationChange: {
            /** @description True if the record was deleted. */
            deleted: boolean;
            device_id: string;
            displayName?: string | null;
            hasLauncher?: boolean | null;
            /** Format: int64 */
            ID: number;
            isSystem?: boolean | null;
            packageName?: string | null;
            /** Format: date-time */
            updated_at?: string | null;
            /** Format: int64 */
            versionCode?: number | null;
            versionName?: string | null;
        };
        ApplicationChanges: {
            /** @description True if there are more items. */
            has_more: boolean;
            /** @description The changed and deleted records. */
            items: components["schemas"]["ApplicationChange"][];
            /**
             * Format: uri
             * @description The absolute URL of the next page. Null on the last page.
             */
            next: string | null;
            /** @description The token to continue with, as `since`. */
            sync_token: string;
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
        BulkLimit: {
            /**
             * @description The number of bulk requests at the same time, per process of the service.
             * @example 4
             */
            concurrent: number;
            /**
             * @description The number of requests in a window.
             * @example 1000
             */
            quota: number;
            /**
             * @description The length of a window in seconds. A window begins with its first request.
             * @example 100
             */
            seconds: number;
        };
        BulkLocation: {
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
            altitude?: number | null;
            /**
             * Format: date-time
             * @description Time of the location.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            created_at: string | null;
            /**
             * @description Identifier of the device.
             * @example tablet-1
             */
            device_id?: string;
            /**
             * @description Identifier of the geofence that contains the location. Empty if there is none.
             * @example
             */
            geofence_id?: string;
            /**
             * Format: int64
             * @description Identifier of the record, unique within the enterprise.
             * @example 5120342
             */
            id: number;
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
        DataUsageChange: {
            /** Format: date-time */
            created_at?: string | null;
            /** Format: date */
            day?: string | null;
            /** @description True if the record was deleted. */
            deleted: boolean;
            device_id: string;
            /** Format: date-time */
            end?: string | null;
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            mobile?: number | null;
            package_name?: string | null;
            /** Format: date-time */
            start?: string | null;
            /** Format: int64 */
            wifi?: number | null;
        };
        DataUsageChanges: {
            /** @description True if there are more items. */
            has_more: boolean;
            /** @description The changed and deleted records. */
            items: components["schemas"]["DataUsageChange"][];
            /**
             * Format: uri
             * @description The absolute URL of the next page. Null on the last page.
             */
            next: string | null;
            /** @description The token to continue with, as `since`. */
            sync_token: string;
        };
        DataUsageSum: {
            /**
             * @description The package name of the app, the identifier of the device, or the day (`YYYY-MM-DD`), depending on `group_by`.
             * @example com.google.android.apps.maps
             */
            key: string;
            /**
             * @description Mobile data usage in bytes.
             * @example 56623104
             */
            mobile: number;
            /**
             * @description The sum of both in bytes.
             * @example 62914560
             */
            total: number;
            /**
             * @description Wi-Fi data usage in bytes.
             * @example 6291456
             */
            wifi: number;
        };
        DataUsageSummary: {
            /**
             * Format: date
             * @description The last day of the summary, inclusive.
             * @example 2026-03-30
             */
            enddate: string;
            /**
             * @description What a row is for: `app`, `device`, or `day`.
             * @example app
             */
            group_by: string;
            /**
             * @description True if there are more rows than `limit`.
             * @example false
             */
            has_more: boolean;
            /**
             * @description The number of all rows, including those past `limit`.
             * @example 1
             */
            row_count: number;
            /** @description The rows: the largest `total` first, then by `key`. With `group_by=day`, the days ascending. */
            rows: components["schemas"]["DataUsageSum"][];
            /**
             * Format: date
             * @description The first day of the summary.
             * @example 2026-03-29
             */
            startdate: string;
            /** @description The sums of all rows. */
            total: components["schemas"]["DataUsageTotal"];
        };
        DataUsageTotal: {
            /**
             * @description Mobile data usage in bytes.
             * @example 56623104
             */
            mobile: number;
            /**
             * @description The sum of both in bytes.
             * @example 62914560
             */
            total: number;
            /**
             * @description Wi-Fi data usage in bytes.
             * @example 6291456
             */
            wifi: number;
        };
        DeviceChange: {
            android_version?: string | null;
            battery_health?: string | null;
            brand?: string | null;
            /** Format: date-time */
            created_at?: string | null;
            /** @description True if the record was deleted. */
            deleted: boolean;
            device_info?: components["schemas"]["DeviceInfo"] | null;
            dpc_version?: string | null;
            dpc_version_code?: number | null;
            enterprise_id?: string | null;
            fcm_token?: string | null;
            id: string;
            imei?: string | null;
            /** Format: date-time */
            last_battery_update?: string | null;
            /** Format: date-time */
            last_connect?: string | null;
            /** Format: date-time */
            last_storage_update?: string | null;
            management_mode?: string | null;
            manifest?: components["schemas"]["Manifest"] | null;
            model?: string | null;
            play_emm_token?: string | null;
            policy_id?: string | null;
            policy_name?: string | null;
            remaining_battery?: number | null;
            /** Format: double */
            remaining_storage?: number | null;
            status?: string | null;
            /** Format: double */
            storage_capacity?: number | null;
            token?: string | null;
            /** Format: date-time */
            updated_at?: string | null;
        };
        DeviceChanges: {
            /** @description True if there are more items. */
            has_more: boolean;
            /** @description The changed and deleted records. */
            items: components["schemas"]["DeviceChange"][];
            /**
             * Format: uri
             * @description The absolute URL of the next page. Null on the last page.
             */
            next: string | null;
            /** @description The token to continue with, as `since`. */
            sync_token: string;
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
        Enterprise: {
            /**
             * @description Name of the application that the key was issued for.
             * @example Night report
             */
            application: string;
            /**
             * @description What the key may not see, in alphabetical order.
             * @example [
             *       "credentials"
             *     ]
             */
            hidden_data: string[];
            /**
             * @description Identifier of the enterprise.
             * @example havelwerk-logistik
             */
            id: string;
            /**
             * Format: date-time
             * @description When the key of this request expires, or its overlap ends. Null if it does not expire.
             * @example 2026-12-31T23:59:59.000+01:00
             */
            key_expires_at: string | null;
            /** @description Limits of the key. */
            limits: components["schemas"]["Limits"];
            /**
             * @description Name of the enterprise.
             * @example Havelwerk Logistik GmbH
             */
            name: string;
            /**
             * @description Days for which data usage, screen time, and locations are kept. Null if they are kept indefinitely.
             * @example 365
             */
            retention_days: number | null;
            /**
             * @description Scopes of the key, in alphabetical order.
             * @example [
             *       "device:GetDetail",
             *       "device:GetList"
             *     ]
             */
            scopes: string[];
            /**
             * @description IANA name of the time zone of all days and timestamps.
             * @example Europe/Berlin
             */
            time_zone: string;
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
        LatestLocation: {
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
            altitude?: number | null;
            /**
             * Format: date-time
             * @description Time of the location.
             * @example 2026-03-29T08:15:30.000+02:00
             */
            created_at: string | null;
            /**
             * @description Identifier of the device.
             * @example tablet-1
             */
            device_id: string;
            /**
             * @description Identifier of the geofence that contains the location. Empty if there is none.
             * @example
             */
            geofence_id?: string;
            /**
             * Format: int64
             * @description Identifier of the record, unique within the enterprise.
             * @example 5120342
             */
            id: number;
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
        Limits: {
            /** @description The limit of its bulk requests, which count as requests too. Null if there is none. */
            bulk: components["schemas"]["BulkLimit"] | null;
            /** @description The limit of all requests of the key. Null if there is none. */
            requests: components["schemas"]["RequestLimit"] | null;
        };
        LocationChange: {
            /** Format: double */
            accuracy?: number | null;
            /** Format: double */
            altitude?: number | null;
            /** Format: date-time */
            created_at?: string | null;
            /** @description True if the record was deleted. */
            deleted: boolean;
            device_id: string;
            geofence_id?: string | null;
            /** Format: int64 */
            id: number;
            imei?: string | null;
            inside_geofence?: boolean | null;
            /** Format: double */
            lat?: number | null;
            /** Format: double */
            lng?: number | null;
            provider?: string | null;
            using_mock_location?: boolean | null;
        };
        LocationChanges: {
            /** @description True if there are more items. */
            has_more: boolean;
            /** @description The changed and deleted records. */
            items: components["schemas"]["LocationChange"][];
            /**
             * Format: uri
             * @description The absolute URL of the next page. Null on the last page.
             */
            next: string | null;
            /** @description The token to continue with, as `since`. */
            sync_token: string;
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
        Problem: {
            /**
             * @description The error code, for programs.
             * @example invalid_parameter
             */
            code: ("missing_credentials" | "invalid_key" | "missing_enterprise" | "enterprise_mismatch" | "address_not_allowed" | "insufficient_scope" | "device_not_found" | "invalid_parameter" | "invalid_sync_token" | "sync_token_expired" | "not_acceptable" | "rate_limited" | "internal_error" | "unavailable" | "not_found" | "method_not_allowed" | "request_timeout" | "headers_too_large") | string;
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
        RequestLimit: {
            /**
             * @description The number of requests in a window.
             * @example 1000
             */
            quota: number;
            /**
             * @description The length of a window in seconds. A window begins with its first request.
             * @example 100
             */
            seconds: number;
        };
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
        ScreenTimeChange: {
            /** Format: date-time */
            created_at?: string | null;
            /** Format: date */
            day?: string | null;
            /** @description True if the record was deleted. */
            deleted: boolean;
            device_id: string;
            /** Format: date-time */
            end?: string | null;
            enterprise_id?: string | null;
            /** Format: int64 */
            id: number;
            package_name?: string | null;
            policy_id?: string | null;
            policy_name?: string | null;
            screentime?: number | null;
            /** Format: date-time */
            start?: string | null;
        };
        ScreenTimeChanges: {
            /** @description True if there are more items. */
            has_more: boolean;
            /** @description The changed and deleted records. */
            items: components["schemas"]["ScreenTimeChange"][];
            /**
             * Format: uri
             * @description The absolute URL of the next page. Null on the last page.
             */
            next: string | null;
            /** @description The token to continue with, as `since`. */
            sync_token: string;
        };
        ScreenTimeSum: {
            /**
             * @description The package name of the app, the identifier of the device, or the day (`YYYY-MM-DD`), depending on `group_by`.
             * @example com.google.android.apps.maps
             */
            key: string;
            /**
             * @description Screen time in milliseconds.
             * @example 16380000
             */
            screentime: number;
        };
        ScreenTimeSummary: {
            /**
             * Format: date
             * @description The last day of the summary, inclusive.
             * @example 2026-03-30
             */
            enddate: string;
            /**
             * @description What a row is for: `app`, `device`, or `day`.
             * @example app
             */
            group_by: string;
            /**
             * @description True if there are more rows than `limit`.
             * @example false
             */
            has_more: boolean;
            /**
             * @description The number of all rows, including those past `limit`.
             * @example 1
             */
            row_count: number;
            /** @description The rows: the largest `screentime` first, then by `key`. With `group_by=day`, the days ascending. */
            rows: components["schemas"]["ScreenTimeSum"][];
            /**
             * Format: date
             * @description The first day of the summary.
             * @example 2026-03-29
             */
            startdate: string;
            /** @description The sum of all rows. */
            total: components["schemas"]["ScreenTimeTotal"];
        };
        ScreenTimeTotal: {
            /**
             * @description Screen time in milliseconds.
             * @example 16380000
             */
            screentime: number;
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
    parameters: {
        /**
         * @description Identifiers of devices. Repeat the parameter. Unknown devices match nothing.
         * @example [
         *       "tablet-1"
         *     ]
         */
        device_id: string[];
        /**
         * @description The last day, inclusive, in the time zone of the enterprise. Default: no limit.
         * @example 2026-03-30
         */
        enddate: string;
        /**
         * @description The last day, inclusive, in the time zone of the enterprise.
         * @example 2026-03-30
         */
        "enddate-listAllDataUsage": string;
        /** @description The fields to return, separated by commas. */
        fields: ("id" | "created_at" | "device_id" | "package_name" | "mobile" | "wifi" | "start" | "end" | "day")[];
        /** @description The fields to return, separated by commas. */
        "fields-listAllLocations": ("id" | "accuracy" | "created_at" | "imei" | "lat" | "lng" | "provider" | "inside_geofence" | "using_mock_location" | "device_id" | "altitude" | "geofence_id")[];
        /** @description The fields to return, separated by commas. */
        "fields-listApplications": ("ID" | "device_id" | "updated_at" | "displayName" | "hasLauncher" | "isSystem" | "packageName" | "versionCode" | "versionName")[];
        /** @description The fields to return, separated by commas. */
        "fields-listScreenTime": ("id" | "created_at" | "enterprise_id" | "device_id" | "package_name" | "policy_name" | "policy_id" | "screentime" | "start" | "end" | "day")[];
        /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
        format: "json" | "ndjson" | "csv" | "parquet";
        /** @description The format of the response. Takes precedence over the `Accept` header. */
        "format-getDevice": "json";
        /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. */
        "format-listDataUsage": "json" | "ndjson" | "csv";
        /**
         * @description What a row is for: an app, a device, or a day in the time zone of the enterprise.
         * @example app
         */
        group_by: "app" | "device" | "day";
        /**
         * @description Identifier of a device of the enterprise.
         * @example tablet-1
         */
        id: string;
        /**
         * @description The `ETag` of an earlier response.
         * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
         */
        "If-None-Match": string;
        /**
         * @description The maximum number of items to return. A page may contain fewer, or none.
         * @example 1000
         */
        limit: number;
        /**
         * @description The maximum number of rows to return. `total` and `row_count` are for all rows.
         * @example 10
         */
        "limit-summarizeDataUsage": number;
        /**
         * @description A token: the `sync_token` or `X-Sync-Token` of an earlier response. Returns what was added, changed, or deleted after it. `beginning` returns everything.
         * @example beginning
         */
        since: string;
        /**
         * @description The first day, in the time zone of the enterprise. Default: no limit.
         * @example 2026-03-29
         */
        startdate: string;
        /**
         * @description The first day, in the time zone of the enterprise.
         * @example 2026-03-29
         */
        "startdate-listAllDataUsage": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listDevices: {
        parameters: {
            query?: {
                /**
                 * @description Identifiers of devices. Repeat the parameter. Unknown devices match nothing.
                 * @example [
                 *       "tablet-1"
                 *     ]
                 */
                device_id?: components["parameters"]["device_id"];
                /** @description The fields to return, separated by commas. */
                fields?: ("id" | "created_at" | "updated_at" | "last_connect" | "imei" | "token" | "enterprise_id" | "policy_id" | "play_emm_token" | "fcm_token" | "management_mode" | "dpc_version" | "dpc_version_code" | "status" | "model" | "brand" | "android_version" | "last_battery_update" | "remaining_battery" | "battery_health" | "last_storage_update" | "remaining_storage" | "storage_capacity" | "manifest" | "device_info" | "policy_name")[];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
                /**
                 * @description The status of the devices. Unknown values match nothing.
                 * @example ACTIVE
                 */
                status?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every device of the enterprise. The changes after this state are at `/api/v1/device/changes`. */
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
    listAllLocations: {
        parameters: {
            query: {
                /**
                 * @description Identifiers of devices. Repeat the parameter. Unknown devices match nothing.
                 * @example [
                 *       "tablet-1"
                 *     ]
                 */
                device_id?: components["parameters"]["device_id"];
                /**
                 * @description The last day, inclusive, in the time zone of the enterprise.
                 * @example 2026-03-30
                 */
                enddate: components["parameters"]["enddate-listAllDataUsage"];
                /** @description The fields to return, separated by commas. */
                fields?: components["parameters"]["fields-listAllLocations"];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
                /**
                 * @description The first day, in the time zone of the enterprise.
                 * @example 2026-03-29
                 */
                startdate: components["parameters"]["startdate-listAllDataUsage"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The locations of these days. The changes after this state are at `/api/v1/device-location/changes`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkLocation"][];
                };
            };
        };
    };
    listLocationChanges: {
        parameters: {
            query?: {
                /** @description The fields to return, separated by commas. */
                fields?: ("id" | "accuracy" | "created_at" | "imei" | "lat" | "lng" | "provider" | "inside_geofence" | "using_mock_location" | "altitude" | "geofence_id" | "device_id" | "deleted")[];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
                /**
                 * @description The maximum number of items to return. A page may contain fewer, or none.
                 * @example 1000
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description A token: the `sync_token` or `X-Sync-Token` of an earlier response. Returns what was added, changed, or deleted after it. `beginning` returns everything.
                 * @example beginning
                 */
                since?: components["parameters"]["since"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. A deleted record has only its identifying values. NDJSON, CSV, and Parquet contain only the items, and the headers contain the rest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationChanges"];
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: {
                /**
                 * @description The last day, inclusive, in the time zone of the enterprise. Default: no limit.
                 * @example 2026-03-30
                 */
                enddate?: components["parameters"]["enddate"];
                /** @description The fields to return, separated by commas. */
                fields?: ("created_at" | "imei" | "accuracy" | "altitude" | "lat" | "lng" | "provider" | "geofence_id" | "inside_geofence" | "using_mock_location")[];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. */
                format?: components["parameters"]["format-listDataUsage"];
                /**
                 * @description The first day, in the time zone of the enterprise. Default: no limit.
                 * @example 2026-03-29
                 */
                startdate?: components["parameters"]["startdate"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of a device of the enterprise.
                 * @example tablet-1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The locations of the device. Empty if there are none. */
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
    listLatestLocations: {
        parameters: {
            query?: {
                /**
                 * @description Identifiers of devices. Repeat the parameter. Unknown devices match nothing.
                 * @example [
                 *       "tablet-1"
                 *     ]
                 */
                device_id?: components["parameters"]["device_id"];
                /** @description The fields to return, separated by commas. */
                fields?: components["parameters"]["fields-listAllLocations"];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest locations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LatestLocation"][];
                };
            };
        };
    };
    listAllApplications: {
        parameters: {
            query?: {
                /**
                 * @description Identifiers of devices. Repeat the parameter. Unknown devices match nothing.
                 * @example [
                 *       "tablet-1"
                 *     ]
                 */
                device_id?: components["parameters"]["device_id"];
                /** @description The fields to return, separated by commas. */
                fields?: components["parameters"]["fields-listApplications"];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every app of every device. The changes after this state are at `/api/v1/device/app/changes`. */
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
    listApplicationChanges: {
        parameters: {
            query?: {
                /** @description The fields to return, separated by commas. */
                fields?: ("ID" | "device_id" | "updated_at" | "displayName" | "hasLauncher" | "isSystem" | "packageName" | "versionCode" | "versionName" | "deleted")[];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
                /**
                 * @description The maximum number of items to return. A page may contain fewer, or none.
                 * @example 1000
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description A token: the `sync_token` or `X-Sync-Token` of an earlier response. Returns what was added, changed, or deleted after it. `beginning` returns everything.
                 * @example beginning
                 */
                since?: components["parameters"]["since"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. A deleted record has only its identifying values. NDJSON, CSV, and Parquet contain only the items, and the headers contain the rest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationChanges"];
                };
            };
        };
    };
    listApplications: {
        parameters: {
            query?: {
                /** @description The fields to return, separated by commas. */
                fields?: components["parameters"]["fields-listApplications"];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. */
                format?: components["parameters"]["format-listDataUsage"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of a device of the enterprise.
                 * @example tablet-1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records of the device. Empty if there are none. */
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
    listDeviceChanges: {
        parameters: {
            query?: {
                /** @description The fields to return, separated by commas. */
                fields?: ("id" | "created_at" | "updated_at" | "last_connect" | "imei" | "token" | "enterprise_id" | "policy_id" | "play_emm_token" | "fcm_token" | "management_mode" | "dpc_version" | "dpc_version_code" | "status" | "model" | "brand" | "android_version" | "last_battery_update" | "remaining_battery" | "battery_health" | "last_storage_update" | "remaining_storage" | "storage_capacity" | "manifest" | "device_info" | "policy_name" | "deleted")[];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
                /**
                 * @description The maximum number of items to return. A page may contain fewer, or none.
                 * @example 1000
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description A token: the `sync_token` or `X-Sync-Token` of an earlier response. Returns what was added, changed, or deleted after it. `beginning` returns everything.
                 * @example beginning
                 */
                since?: components["parameters"]["since"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. A deleted record has only its identifying values. NDJSON, CSV, and Parquet contain only the items, and the headers contain the rest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceChanges"];
                };
            };
        };
    };
    listAllDataUsage: {
        parameters: {
            query: {
                /**
                 * @description Identifiers of devices. Repeat the parameter. Unknown devices match nothing.
                 * @example [
                 *       "tablet-1"
                 *     ]
                 */
                device_id?: components["parameters"]["device_id"];
                /**
                 * @description The last day, inclusive, in the time zone of the enterprise.
                 * @example 2026-03-30
                 */
                enddate: components["parameters"]["enddate-listAllDataUsage"];
                /** @description The fields to return, separated by commas. */
                fields?: components["parameters"]["fields"];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
                /**
                 * @description The first day, in the time zone of the enterprise.
                 * @example 2026-03-29
                 */
                startdate: components["parameters"]["startdate-listAllDataUsage"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every record that starts in these days. The changes after this state are at `/api/v1/device/datausage/changes`. */
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
    listDataUsageChanges: {
        parameters: {
            query?: {
                /** @description The fields to return, separated by commas. */
                fields?: ("id" | "created_at" | "device_id" | "package_name" | "mobile" | "wifi" | "start" | "end" | "day" | "deleted")[];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
                /**
                 * @description The maximum number of items to return. A page may contain fewer, or none.
                 * @example 1000
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description A token: the `sync_token` or `X-Sync-Token` of an earlier response. Returns what was added, changed, or deleted after it. `beginning` returns everything.
                 * @example beginning
                 */
                since?: components["parameters"]["since"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. A deleted record has only its identifying values. NDJSON, CSV, and Parquet contain only the items, and the headers contain the rest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataUsageChanges"];
                };
            };
        };
    };
    listDataUsage: {
        parameters: {
            query?: {
                /**
                 * @description The last day, inclusive, in the time zone of the enterprise. Default: no limit.
                 * @example 2026-03-30
                 */
                enddate?: components["parameters"]["enddate"];
                /** @description The fields to return, separated by commas. */
                fields?: components["parameters"]["fields"];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. */
                format?: components["parameters"]["format-listDataUsage"];
                /**
                 * @description The first day, in the time zone of the enterprise. Default: no limit.
                 * @example 2026-03-29
                 */
                startdate?: components["parameters"]["startdate"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of a device of the enterprise.
                 * @example tablet-1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records of the device. Empty if there are none. */
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
    summarizeDataUsage: {
        parameters: {
            query: {
                /**
                 * @description Identifiers of devices. Repeat the parameter. Unknown devices match nothing.
                 * @example [
                 *       "tablet-1"
                 *     ]
                 */
                device_id?: components["parameters"]["device_id"];
                /**
                 * @description The last day, inclusive, in the time zone of the enterprise.
                 * @example 2026-03-30
                 */
                enddate: components["parameters"]["enddate-listAllDataUsage"];
                /** @description The format of the response. Takes precedence over the `Accept` header. */
                format?: components["parameters"]["format-getDevice"];
                /**
                 * @description What a row is for: an app, a device, or a day in the time zone of the enterprise.
                 * @example app
                 */
                group_by?: components["parameters"]["group_by"];
                /**
                 * @description The maximum number of rows to return. `total` and `row_count` are for all rows.
                 * @example 10
                 */
                limit?: components["parameters"]["limit-summarizeDataUsage"];
                /**
                 * @description The first day, in the time zone of the enterprise.
                 * @example 2026-03-29
                 */
                startdate: components["parameters"]["startdate-listAllDataUsage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataUsageSummary"];
                };
            };
        };
    };
    getDevice: {
        parameters: {
            query?: {
                /** @description The fields to return, separated by commas. */
                fields?: ("id" | "created_at" | "updated_at" | "last_connect" | "imei" | "enterprise_id" | "policy_id" | "management_mode" | "dpc_version" | "dpc_version_code" | "status" | "model" | "brand" | "android_version" | "imsi1" | "operator1" | "last_battery_update" | "remaining_battery" | "battery_health" | "last_storage_update" | "remaining_storage" | "storage_capacity" | "last_location_update" | "last_location" | "manifest" | "device_info" | "policy_name")[];
                /** @description The format of the response. Takes precedence over the `Accept` header. */
                format?: components["parameters"]["format-getDevice"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of a device of the enterprise.
                 * @example tablet-1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device. */
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
    listAllScreenTime: {
        parameters: {
            query: {
                /**
                 * @description Identifiers of devices. Repeat the parameter. Unknown devices match nothing.
                 * @example [
                 *       "tablet-1"
                 *     ]
                 */
                device_id?: components["parameters"]["device_id"];
                /**
                 * @description The last day, inclusive, in the time zone of the enterprise.
                 * @example 2026-03-30
                 */
                enddate: components["parameters"]["enddate-listAllDataUsage"];
                /** @description The fields to return, separated by commas. */
                fields?: components["parameters"]["fields-listScreenTime"];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
                /**
                 * @description The first day, in the time zone of the enterprise.
                 * @example 2026-03-29
                 */
                startdate: components["parameters"]["startdate-listAllDataUsage"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every record that starts in these days. The changes after this state are at `/api/v1/device/screentime/changes`. */
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
    listScreenTimeChanges: {
        parameters: {
            query?: {
                /** @description The fields to return, separated by commas. */
                fields?: ("id" | "created_at" | "enterprise_id" | "device_id" | "package_name" | "policy_name" | "policy_id" | "screentime" | "start" | "end" | "day" | "deleted")[];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. `parquet`: timestamps in UTC with milliseconds, days as DATE, integers as INT64, decimals as DOUBLE, inner objects as JSON (`application/vnd.apache.parquet`). */
                format?: components["parameters"]["format"];
                /**
                 * @description The maximum number of items to return. A page may contain fewer, or none.
                 * @example 1000
                 */
                limit?: components["parameters"]["limit"];
                /**
                 * @description A token: the `sync_token` or `X-Sync-Token` of an earlier response. Returns what was added, changed, or deleted after it. `beginning` returns everything.
                 * @example beginning
                 */
                since?: components["parameters"]["since"];
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier response.
                 * @example W/"PUGYZPr-FX5jnn3clR_Xt4"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. A deleted record has only its identifying values. NDJSON, CSV, and Parquet contain only the items, and the headers contain the rest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScreenTimeChanges"];
                };
            };
        };
    };
    listScreenTime: {
        parameters: {
            query?: {
                /**
                 * @description The last day, inclusive, in the time zone of the enterprise. Default: no limit.
                 * @example 2026-03-30
                 */
                enddate?: components["parameters"]["enddate"];
                /** @description The fields to return, separated by commas. */
                fields?: components["parameters"]["fields-listScreenTime"];
                /** @description The format of the response. Takes precedence over the `Accept` header. `ndjson`: one JSON object per line (`application/x-ndjson`). `csv`: RFC 4180 in UTF-8 with a header line (`text/csv`). Null is an empty cell, an empty string is `""`, inner objects are JSON text. */
                format?: components["parameters"]["format-listDataUsage"];
                /**
                 * @description The first day, in the time zone of the enterprise. Default: no limit.
                 * @example 2026-03-29
                 */
                startdate?: components["parameters"]["startdate"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of a device of the enterprise.
                 * @example tablet-1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records of the device. Empty if there are none. */
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
    summarizeScreenTime: {
        parameters: {
            query: {
                /**
                 * @description Identifiers of devices. Repeat the parameter. Unknown devices match nothing.
                 * @example [
                 *       "tablet-1"
                 *     ]
                 */
                device_id?: components["parameters"]["device_id"];
                /**
                 * @description The last day, inclusive, in the time zone of the enterprise.
                 * @example 2026-03-30
                 */
                enddate: components["parameters"]["enddate-listAllDataUsage"];
                /** @description The format of the response. Takes precedence over the `Accept` header. */
                format?: components["parameters"]["format-getDevice"];
                /**
                 * @description What a row is for: an app, a device, or a day in the time zone of the enterprise.
                 * @example app
                 */
                group_by?: components["parameters"]["group_by"];
                /**
                 * @description The maximum number of rows to return. `total` and `row_count` are for all rows.
                 * @example 10
                 */
                limit?: components["parameters"]["limit-summarizeDataUsage"];
                /**
                 * @description The first day, in the time zone of the enterprise.
                 * @example 2026-03-29
                 */
                startdate: components["parameters"]["startdate-listAllDataUsage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScreenTimeSummary"];
                };
            };
        };
    };
    getEnterprise: {
        parameters: {
            query?: {
                /** @description The format of the response. Takes precedence over the `Accept` header. */
                format?: components["parameters"]["format-getDevice"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The enterprise and the key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enterprise"];
                };
            };
        };
    };
}
