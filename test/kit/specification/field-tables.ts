/** How a field of a table is written: its name and what the specification says of its type. */
export type FieldTable = Readonly<Record<string, Rule>>;
export type Rule =
  'string' | 'timestamp' | 'integer' | 'decimal' | 'boolean' | 'array' | { readonly [field: string]: Rule };

const texts = (...names: readonly string[]): FieldTable =>
  Object.fromEntries(names.map((name) => [name, 'string'] as const));

const BATTERY = texts('capacity', 'chargeMedia', 'charging', 'health');
const SETTINGS: FieldTable = {
  adbEnabled: 'boolean',
  developmentSettingsEnabled: 'boolean',
  encryptionStatus: 'string',
  isEncrypted: 'boolean',
  verifyAppsEnabled: 'boolean',
};
const HARDWARE = texts('brand', 'deviceBasebandVersion', 'hardware', 'manufacturer', 'model', 'serialNumber');
const SOFTWARE: FieldTable = {
  androidDevicePolicyVersionCode: 'integer',
  androidDevicePolicyVersionName: 'string',
  androidSdk: 'string',
  androidVersion: 'string',
  androidVersionDetail: 'string',
  primaryLanguageCode: 'string',
};
const STORAGE = texts('memoryCapacity', 'memoryUsage', 'remainingStorage', 'storageCapacity', 'storageUsage');
const WIFI = texts('ssid', 'ip', 'strength');
export const GSM_SLOT = texts('imsi', 'operator', 'strength');

const deviceInfo = (wifi: FieldTable): FieldTable => ({
  fcm_token: 'string',
  batteryInfo: BATTERY,
  certificate: 'array',
  deviceSettings: SETTINGS,
  hardwareInfo: HARDWARE,
  imei: 'string',
  imsi1: 'string',
  imsi2: 'string',
  memoryInfo: texts('totalInternalStorage', 'totalRam'),
  networkInfo: { active_network: 'string', wifi, gsm: {} },
  operator1: 'string',
  operator2: 'string',
  softwareInfo: SOFTWARE,
  storageInfo: STORAGE,
});

const MANIFEST = texts(
  'emm_id',
  'enterprise_id',
  'enterprise_color',
  'enterprise_logo',
  'enterprise_contact',
  'enterprise_name',
  'eula_url',
  'policy_id',
  'server_url',
  'onboarding_url',
  'management_mode',
);

const LAST_LOCATION: FieldTable = {
  lat: 'decimal',
  lng: 'decimal',
  accuracy: 'decimal',
  altitude: 'decimal',
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
  dpc_version_code: 'integer',
  status: 'string',
  model: 'string',
  brand: 'string',
  android_version: 'string',
  imsi1: 'string',
  operator1: 'string',
  last_battery_update: 'timestamp',
  remaining_battery: 'integer',
  battery_health: 'string',
  last_storage_update: 'timestamp',
  remaining_storage: 'decimal',
  storage_capacity: 'decimal',
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
    id: 'integer',
    created_at: 'timestamp',
    device_id: 'string',
    package_name: 'string',
    mobile: 'integer',
    wifi: 'integer',
    start: 'timestamp',
    end: 'timestamp',
  },
  screentime: {
    id: 'integer',
    created_at: 'timestamp',
    enterprise_id: 'string',
    device_id: 'string',
    package_name: 'string',
    policy_name: 'string',
    policy_id: 'string',
    screentime: 'integer',
    start: 'timestamp',
    end: 'timestamp',
  },
  application: {
    ID: 'integer',
    device_id: 'string',
    updated_at: 'timestamp',
    displayName: 'string',
    hasLauncher: 'boolean',
    isSystem: 'boolean',
    packageName: 'string',
    versionCode: 'integer',
    versionName: 'string',
  },
  location: {
    created_at: 'timestamp',
    imei: 'string',
    accuracy: 'decimal',
    altitude: 'decimal',
    lat: 'decimal',
    lng: 'decimal',
    provider: 'string',
    geofence_id: 'string',
    inside_geofence: 'boolean',
    using_mock_location: 'boolean',
  },
  bulkLocation: {
    id: 'integer',
    accuracy: 'decimal',
    created_at: 'timestamp',
    imei: 'string',
    lat: 'decimal',
    lng: 'decimal',
    provider: 'string',
    inside_geofence: 'boolean',
    using_mock_location: 'boolean',
  },
} satisfies Readonly<Record<string, FieldTable>>;
