/** Builds records in the form of an export (docs/contract.md, 2.3). Every default is valid. */

export type ExportRecord = Record<string, unknown>;

export interface Export {
  readonly enterprises: readonly ExportRecord[];
  readonly devices: readonly ExportRecord[];
  readonly datausage: readonly ExportRecord[];
  readonly screentime: readonly ExportRecord[];
  readonly applications: readonly ExportRecord[];
  readonly locations: readonly ExportRecord[];
}

export const ENTERPRISE_ID = 'acme';
export const DEVICE_ID = 'tablet-1';

let lastId = 0;
export const nextId = (): number => ++lastId;

export const anEnterprise = (overrides: ExportRecord = {}): ExportRecord => ({
  id: ENTERPRISE_ID,
  name: 'Acme Logistics',
  time_zone: 'Europe/Berlin',
  ...overrides,
});

export const aManifest = (overrides: ExportRecord = {}): ExportRecord => ({
  emm_id: 'LC01abcdef',
  enterprise_id: ENTERPRISE_ID,
  enterprise_color: '#0b5394',
  enterprise_logo: 'https://mdm.example.com/logo.png',
  enterprise_contact: 'it@acme.example',
  enterprise_name: 'Acme Logistics',
  eula_url: 'https://mdm.example.com/eula',
  policy_id: 'policy-1',
  server_url: 'https://mdm.example.com',
  onboarding_url: 'https://mdm.example.com/onboarding',
  management_mode: 'FULLY_MANAGED',
  ...overrides,
});

export const aNetworkInfo = (overrides: ExportRecord = {}): ExportRecord => ({
  active_network: 'WIFI',
  wifi: { ssid: 'Depot', ip: '10.0.0.7', strength: '-54 dBm', macAddress: '02:1a:7d:da:71:13' },
  gsm: { gsm1: { imsi: '262011234567890', operator: 'Telekom.de', strength: '-89 dBm' } },
  ...overrides,
});

export const aDeviceInfo = (overrides: ExportRecord = {}): ExportRecord => ({
  fcm_token: 'inner-fcm-token',
  batteryInfo: { capacity: '87%', chargeMedia: 'USB', charging: 'false', health: 'GOOD' },
  certificate: [],
  deviceSettings: {
    adbEnabled: false,
    developmentSettingsEnabled: false,
    encryptionStatus: 'ACTIVE_PER_USER',
    isEncrypted: true,
    verifyAppsEnabled: true,
  },
  hardwareInfo: {
    brand: 'samsung',
    deviceBasebandVersion: 'G556BXXS4AXK1',
    hardware: 's5e8535',
    manufacturer: 'samsung',
    model: 'SM-G556B',
    serialNumber: 'R5CX31ABCDE',
  },
  imei: '356938035643809',
  imsi1: '262011234567890',
  imsi2: '',
  memoryInfo: { totalInternalStorage: '128000000000', totalRam: '5872025600' },
  networkInfo: aNetworkInfo(),
  operator1: 'Telekom.de',
  operator2: '',
  softwareInfo: {
    androidDevicePolicyVersionCode: 4210,
    androidDevicePolicyVersionName: '4.21.0',
    androidSdk: '34',
    androidVersion: '14',
    androidVersionDetail: '14 (UP1A.231005.007)',
    primaryLanguageCode: 'de-DE',
  },
  storageInfo: {
    memoryCapacity: '5,5 GB',
    memoryUsage: '61,3 %',
    remainingStorage: '74,2 GB',
    storageCapacity: '119,2 GB',
    storageUsage: '37,8 %',
  },
  ...overrides,
});

export const aLastLocation = (overrides: ExportRecord = {}): ExportRecord => ({
  lat: 52.51634,
  lng: 13.37767,
  accuracy: 4.8,
  altitude: 78.4,
  provider: 'gps',
  caller: 'LocationManager',
  inside_geofence: true,
  geofence_id: 'depot',
  ...overrides,
});

export const aDevice = (overrides: ExportRecord = {}): ExportRecord => ({
  id: DEVICE_ID,
  created_at: '2026-01-12T09:03:11.000+01:00',
  updated_at: '2026-03-28T18:00:00.250+01:00',
  last_connect: '2026-03-29T08:15:30.000+02:00',
  imei: '356938035643809',
  token: 'device-token',
  enterprise_id: ENTERPRISE_ID,
  policy_id: 'policy-1',
  play_emm_token: 'emm-token',
  fcm_token: 'fcm-token',
  management_mode: 'FULLY_MANAGED',
  dpc_version: '4.21.0',
  dpc_version_code: 4210,
  status: 'ACTIVE',
  model: 'SM-G556B',
  brand: 'samsung',
  android_version: '14',
  imsi1: '262011234567890',
  operator1: 'Telekom.de',
  last_battery_update: '2026-03-29T08:00:00.000+02:00',
  remaining_battery: 87,
  battery_health: 'GOOD',
  last_storage_update: '2026-03-29T08:00:00.000+02:00',
  remaining_storage: 74.2,
  storage_capacity: 119.2,
  last_location_update: '2026-03-29T08:10:00.000+02:00',
  last_location: aLastLocation(),
  manifest: aManifest(),
  device_info: aDeviceInfo(),
  policy_name: 'Drivers',
  ...overrides,
});

const OF_DEVICE = { enterprise_id: ENTERPRISE_ID, device_id: DEVICE_ID } as const;
const OF_DAY = {
  created_at: '2026-03-30T00:04:12.000+02:00',
  start: '2026-03-29T00:00:00.000+01:00',
  end: '2026-03-29T23:59:59.999+02:00',
} as const;

export const aDataUsage = (overrides: ExportRecord = {}): ExportRecord => ({
  ...OF_DEVICE,
  ...OF_DAY,
  id: nextId(),
  package_name: 'com.google.android.apps.maps',
  mobile: 18_874_368,
  wifi: 2_097_152,
  ...overrides,
});

export const aScreenTime = (overrides: ExportRecord = {}): ExportRecord => ({
  ...OF_DEVICE,
  ...OF_DAY,
  id: nextId(),
  package_name: 'com.google.android.apps.maps',
  policy_name: 'Drivers',
  policy_id: 'policy-1',
  screentime: 5_460_000,
  ...overrides,
});

export const anApplication = (overrides: ExportRecord = {}): ExportRecord => ({
  ...OF_DEVICE,
  ID: nextId(),
  updated_at: '2026-03-28T18:00:00.250+01:00',
  displayName: 'Maps',
  hasLauncher: true,
  isSystem: false,
  packageName: 'com.google.android.apps.maps',
  versionCode: 1_069_721_348,
  versionName: '11.120.0301',
  ...overrides,
});

export const aLocation = (overrides: ExportRecord = {}): ExportRecord => ({
  ...OF_DEVICE,
  id: nextId(),
  created_at: '2026-03-29T08:10:00.000+02:00',
  imei: '356938035643809',
  accuracy: 4.8,
  altitude: 78.4,
  lat: 52.51634,
  lng: 13.37767,
  provider: 'fused',
  geofence_id: 'depot',
  inside_geofence: true,
  using_mock_location: false,
  ...overrides,
});

/** Makes the demo data end on 12 April 2026. They contain Berlin's clock change of 29 March. */
export const DEMO_TIME = new Date('2026-04-13T09:00:00Z');
