export type FieldTable = Readonly<Record<string, Rule>>;
export type Rule =
  | 'string'
  | 'timestamp'
  | 'day'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'array'
  | { readonly [field: string]: Rule };

const fields = (text: string): FieldTable =>
  Object.fromEntries(
    text.split(/\s+/).map((field) => {
      const [name = '', rule = 'string'] = field.split(':');
      return [name, rule as Rule];
    }),
  );

export const GSM_SLOT = fields('imsi operator strength');
const WIFI = fields('ssid ip strength');

const deviceInfo = (wifi: FieldTable): FieldTable => ({
  fcm_token: 'string',
  batteryInfo: fields('capacity chargeMedia charging health'),
  certificate: 'array',
  deviceSettings: fields(
    'adbEnabled:boolean developmentSettingsEnabled:boolean encryptionStatus isEncrypted:boolean verifyAppsEnabled:boolean',
  ),
  hardwareInfo: fields('brand deviceBasebandVersion hardware manufacturer model serialNumber'),
  ...fields('imei imsi1 imsi2'),
  memoryInfo: fields('totalInternalStorage totalRam'),
  networkInfo: { active_network: 'string', wifi, gsm: {} },
  ...fields('operator1 operator2'),
  softwareInfo: fields(
    `androidDevicePolicyVersionCode:integer androidDevicePolicyVersionName androidSdk androidVersion androidVersionDetail
    primaryLanguageCode`,
  ),
  storageInfo: fields('memoryCapacity memoryUsage remainingStorage storageCapacity storageUsage'),
});

const MANIFEST = fields(
  `emm_id enterprise_id enterprise_color enterprise_logo enterprise_contact enterprise_name eula_url policy_id server_url
  onboarding_url management_mode`,
);
const LAST_LOCATION = fields(
  'lat:decimal lng:decimal accuracy:decimal altitude:decimal provider caller inside_geofence:boolean geofence_id',
);
const LIST_INFO = deviceInfo(WIFI);
const DETAIL_INFO = deviceInfo({ ...WIFI, macAddress: 'string' });

const DEVICE: FieldTable = {
  ...fields(
    `id created_at:timestamp updated_at:timestamp last_connect:timestamp imei token enterprise_id policy_id play_emm_token
    fcm_token management_mode dpc_version dpc_version_code:integer status model brand android_version imsi1 operator1
    last_battery_update:timestamp remaining_battery:integer battery_health last_storage_update:timestamp
    remaining_storage:decimal storage_capacity:decimal last_location_update:timestamp`,
  ),
  last_location: LAST_LOCATION,
  manifest: MANIFEST,
  device_info: LIST_INFO,
  policy_name: 'string',
};

const without = (table: FieldTable, ...names: readonly string[]): FieldTable =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));

export const OBJECTS = {
  manifest: MANIFEST,
  lastLocation: LAST_LOCATION,
  listInfo: LIST_INFO,
  detailInfo: DETAIL_INFO,
} as const;

/** The tables of the specification (docs/contract.md, 1.2), one for each kind of record. */
export const TABLES = {
  listItem: without(DEVICE, 'imsi1', 'operator1', 'last_location_update', 'last_location'),
  detail: without({ ...DEVICE, device_info: DETAIL_INFO }, 'token', 'play_emm_token', 'fcm_token'),
  datausage: fields(
    'id:integer created_at:timestamp device_id package_name mobile:integer wifi:integer start:timestamp end:timestamp',
  ),
  screentime: fields(
    `id:integer created_at:timestamp enterprise_id device_id package_name policy_name policy_id screentime:integer
    start:timestamp end:timestamp`,
  ),
  application: fields(
    `ID:integer device_id updated_at:timestamp displayName hasLauncher:boolean isSystem:boolean packageName versionCode:integer
    versionName`,
  ),
  location: fields(
    `created_at:timestamp imei accuracy:decimal altitude:decimal lat:decimal lng:decimal provider geofence_id
    inside_geofence:boolean using_mock_location:boolean`,
  ),
  bulkLocation: fields(
    `id:integer accuracy:decimal created_at:timestamp imei lat:decimal lng:decimal provider inside_geofence:boolean
    using_mock_location:boolean`,
  ),
} satisfies Readonly<Record<string, FieldTable>>;

/** The fields that a client must request by name (docs/contract.md, 2.10). */
export const ON_REQUEST = {
  bulkLocation: fields('device_id altitude:decimal geofence_id'),
  history: fields('day:day'),
} satisfies Readonly<Record<string, FieldTable>>;
