import { fieldsUnder } from './contract-page.js';

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

/** The fields of a device in the list or in the detail. */
function device(unless: string, device_info: FieldTable): FieldTable {
  const objects: FieldTable = { last_location: LAST_LOCATION, manifest: MANIFEST, device_info };
  const members = Object.entries(fieldsUnder('Device', unless));
  return Object.fromEntries(members.map(([name, rule]) => [name, objects[name] ?? rule]));
}

export const OBJECTS = {
  manifest: MANIFEST,
  lastLocation: LAST_LOCATION,
  listInfo: LIST_INFO,
  detailInfo: DETAIL_INFO,
} as const;

/** The tables of the specification (docs/contract.md, 1.2), one for each kind of record. */
export const TABLES = {
  listItem: device('in detail only', LIST_INFO),
  detail: device('in list items only', DETAIL_INFO),
  datausage: fieldsUnder('Data usage record'),
  screentime: fieldsUnder('Screen time record'),
  application: fieldsUnder('Application record'),
  location: fieldsUnder('Location record, one device'),
  bulkLocation: fieldsUnder('Location record, bulk'),
} satisfies Readonly<Record<string, FieldTable>>;

/** The fields that a client must request by name (docs/contract.md, 2.10). */
export const ON_REQUEST = {
  bulkLocation: fields('device_id altitude:decimal geofence_id'),
  history: fields('day:day'),
} satisfies Readonly<Record<string, FieldTable>>;
