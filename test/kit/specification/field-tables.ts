/** How a field of a table is written: its name and what the specification says of its type. */
export type FieldTable = Readonly<Record<string, Rule>>;
export type Rule =
  'string' | 'timestamp' | 'number' | 'boolean' | 'array' | { readonly [field: string]: Rule };

const BATTERY: FieldTable = {
  capacity: 'string',
  chargeMedia: 'string',
  charging: 'string',
  health: 'string',
};
const SETTINGS: FieldTable = {
  adbEnabled: 'boolean',
  developmentSettingsEnabled: 'boolean',
  encryptionStatus: 'string',
  isEncrypted: 'boolean',
  verifyAppsEnabled: 'boolean',
};
const HARDWARE: FieldTable = {
  brand: 'string',
  deviceBasebandVersion: 'string',
  hardware: 'string',
  manufacturer: 'string',
  model: 'string',
  serialNumber: 'string',
};
const SOFTWARE: FieldTable = {
  androidDevicePolicyVersionCode: 'number',
  androidDevicePolicyVersionName: 'string',
  androidSdk: 'string',
  androidVersion: 'string',
  androidVersionDetail: 'string',
  primaryLanguageCode: 'string',
};
const STORAGE: FieldTable = {
  memoryCapacity: 'string',
  memoryUsage: 'string',
  remainingStorage: 'string',
  storageCapacity: 'string',
  storageUsage: 'string',
};
const WIFI: FieldTable = { ssid: 'string', ip: 'string', strength: 'string' };
export const GSM_SLOT: FieldTable = { imsi: 'string', operator: 'string', strength: 'string' };

const deviceInfo = (wifi: FieldTable): FieldTable => ({
  fcm_token: 'string',
  batteryInfo: BATTERY,
  certificate: 'array',
  deviceSettings: SETTINGS,
  hardwareInfo: HARDWARE,
  imei: 'string',
  imsi1: 'string',
  imsi2: 'string',
  memoryInfo: { totalInternalStorage: 'string', totalRam: 'string' },
  networkInfo: { active_network: 'string', wifi, gsm: {} },
  operator1: 'string',
  operator2: 'string',
  softwareInfo: SOFTWARE,
  storageInfo: STORAGE,
});

const MANIFEST: FieldTable = {
  emm_id: 'string',
  enterprise_id: 'string',
  enterprise_color: 'string',
  enterprise_logo: 'string',
  enterprise_contact: 'string',
  enterprise_name: 'string',
  eula_url: 'string',
  policy_id: 'string',
  server_url: 'string',
  onboarding_url: 'string',
  management_mode: 'string',
};

const LAST_LOCATION: FieldTable = {
  lat: 'number',
  lng: 'number',
  accuracy: 'number',
  altitude: 'number',
  provider: 'string',
  caller: 'string',
  inside_geofence: 'boolean',
  geofence_id: 'string',
};

const LIST_INFO = deviceInfo(WIFI);
const DETAIL_INFO = deviceInfo({ ...WIFI, macAddress: 'string' });

const DEVICE: FieldTable = {
  id: 'string',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  last_connect: 'timestamp',
  imei: 'string',
  token: 'string',
  enterprise_id: 'string',
  policy_id: 'string',
  play_emm_token: 'string',
  fcm_token: 'string',
  management_mode: 'string',
  dpc_version: 'string',
  dpc_version_code: 'number',
  status: 'string',
  model: 'string',
  brand: 'string',
  android_version: 'string',
  imsi1: 'string',
  operator1: 'string',
  last_battery_update: 'timestamp',
  remaining_battery: 'number',
  battery_health: 'string',
  last_storage_update: 'timestamp',
  remaining_storage: 'number',
  storage_capacity: 'number',
  last_location_update: 'timestamp',
  last_location: LAST_LOCATION,
  manifest: MANIFEST,
  device_info: LIST_INFO,
  policy_name: 'string',
};

/** The rest of a table, in its order. */
const without = (table: FieldTable, ...names: readonly string[]): FieldTable =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));

/** The tables of the objects inside a device. */
export const OBJECTS = {
  manifest: MANIFEST,
  lastLocation: LAST_LOCATION,
  listInfo: LIST_INFO,
  detailInfo: DETAIL_INFO,
} as const;

/** The tables of the specification (docs/contract.md, 1.2), one for each kind of record in an answer, in the order of its fields. */
export const TABLES = {
  listItem: without(DEVICE, 'imsi1', 'operator1', 'last_location_update', 'last_location'),
  detail: without({ ...DEVICE, device_info: DETAIL_INFO }, 'token', 'play_emm_token', 'fcm_token'),
  datausage: {
    id: 'number',
    created_at: 'timestamp',
    device_id: 'string',
    package_name: 'string',
    mobile: 'number',
    wifi: 'number',
    start: 'timestamp',
    end: 'timestamp',
  },
  screentime: {
    id: 'number',
    created_at: 'timestamp',
    enterprise_id: 'string',
    device_id: 'string',
    package_name: 'string',
    policy_name: 'string',
    policy_id: 'string',
    screentime: 'number',
    start: 'timestamp',
    end: 'timestamp',
  },
  application: {
    ID: 'number',
    device_id: 'string',
    updated_at: 'timestamp',
    displayName: 'string',
    hasLauncher: 'boolean',
    isSystem: 'boolean',
    packageName: 'string',
    versionCode: 'number',
    versionName: 'string',
  },
  location: {
    created_at: 'timestamp',
    imei: 'string',
    accuracy: 'number',
    altitude: 'number',
    lat: 'number',
    lng: 'number',
    provider: 'string',
    geofence_id: 'string',
    inside_geofence: 'boolean',
    using_mock_location: 'boolean',
  },
  bulkLocation: {
    id: 'number',
    accuracy: 'number',
    created_at: 'timestamp',
    imei: 'string',
    lat: 'number',
    lng: 'number',
    provider: 'string',
    inside_geofence: 'boolean',
    using_mock_location: 'boolean',
  },
} satisfies Readonly<Record<string, FieldTable>>;
