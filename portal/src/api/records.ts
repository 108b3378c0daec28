/** What the service answers, in its own field names. */

export const SCOPES = [
  'device:GetList',
  'device:GetDetail',
  'device:GetDataUsage',
  'device:GetScreenTime',
  'device:GetApplication',
  'device:GetLocation',
] as const;

export type Scope = (typeof SCOPES)[number];

export interface SignInOptions {
  password: boolean;
  single_sign_on: { name: string; url: string } | null;
}

export interface ProviderSignOut {
  url: string | null;
}

export interface Session {
  email: string;
  name: string;
  role: 'admin' | 'viewer';
  enterprise_id: string;
  enterprise_name: string;
  time_zone: string;
  base_url: string;
  expires_at: string;
  ends_at: string;
}

export interface ApiKey {
  id: string;
  application: string;
  scopes: Scope[];
  key_hint: string;
  created_at: string;
  updated_at: string;
  last_used_at: string | null;
}

export interface IssuedKey extends ApiKey {
  key: string;
}

/** What is left out stays as it is. */
export interface KeyChange {
  application?: string;
  scopes?: readonly Scope[];
  /** The `updated_at` of the key that the administrator saw: what somebody else changed meanwhile is not undone. */
  unchanged_since: string;
}

export interface Settings {
  enterprise_id: string;
  enterprise_name: string;
  time_zone: string;
  base_url: string;
}

export interface AuditEvent {
  sequence: number;
  at: string;
  actor: string;
  action: string;
  api_key_id: string;
  application: string;
  details: Record<string, unknown>;
  address: string;
  request_id: string;
}

/** Which events of the audit trail are asked for; what is left out does not matter. */
export interface AuditFilter {
  actor?: string;
  action?: string;
  api_key_id?: string;
  outcome?: string;
  startdate?: string;
  enddate?: string;
  /** In which order: what the events are sorted by, with a minus the other way round. */
  sort?: string;
}

/** A part of the trail. */
export interface AuditPage {
  events: AuditEvent[];
  /** How many were looked at for it. */
  searched: number;
  /** Where the next part begins; none after the last. */
  cursor: string | undefined;
}

export interface TrailFlaw {
  sequence: number;
  flaw: 'removed' | 'altered' | 'end_removed' | 'end_altered';
}

/** What the check of a piece of the trail found. */
export interface TrailPiece {
  events: number;
  last_sequence: number;
  last_hash: string;
  next: number | null;
  total: number;
  flaws: TrailFlaw[];
}

/** Who acted and to which keys, as far as the trail goes back. */
export interface AuditFilters {
  actors: string[];
  keys: { id: string; application: string }[];
}

/** What one key did under one scope in one hour. */
export interface ActivityHour {
  hour: string;
  api_key_id: string;
  application: string;
  scope: string;
  requests: number;
  errors: number;
  refused: number;
  rows: number;
  bytes: number;
}

export interface Position {
  lat: number | null;
  lng: number | null;
  accuracy: number | null;
}

export interface Device {
  id: string;
  created_at: string | null;
  updated_at: string | null;
  last_connect: string | null;
  imei: string;
  policy_name: string;
  management_mode: string;
  dpc_version: string;
  status: string;
  model: string;
  brand: string;
  android_version: string;
  last_battery_update: string | null;
  remaining_battery: number | null;
  battery_health: string;
  last_storage_update: string | null;
  remaining_storage: number | null;
  storage_capacity: number | null;
}

export interface DeviceDetail extends Device {
  imsi1: string;
  operator1: string;
  last_location_update: string | null;
  last_location: (Position & { altitude: number | null; provider: string; geofence_id: string }) | null;
  device_info: DeviceInfo;
}

export interface DeviceInfo {
  batteryInfo: { capacity: string; chargeMedia: string; charging: string; health: string };
  deviceSettings: {
    adbEnabled: boolean | null;
    developmentSettingsEnabled: boolean | null;
    isEncrypted: boolean | null;
    verifyAppsEnabled: boolean | null;
  };
  hardwareInfo: { manufacturer: string; model: string; serialNumber: string };
  networkInfo: { active_network: string; wifi: { ssid: string; ip: string; strength: string } };
  softwareInfo: { androidVersionDetail: string; primaryLanguageCode: string };
  storageInfo: { memoryCapacity: string; memoryUsage: string };
}

export interface DataUsage {
  id: number;
  package_name: string;
  mobile: number | null;
  wifi: number | null;
  start: string | null;
}

export interface ScreenTime {
  id: number;
  package_name: string;
  screentime: number | null;
  start: string | null;
}

export interface Application {
  ID: number;
  updated_at: string | null;
  displayName: string;
  hasLauncher: boolean | null;
  isSystem: boolean | null;
  packageName: string;
  versionName: string;
}

export interface DeviceLocation extends Position {
  created_at: string | null;
  altitude: number | null;
  provider: string;
  geofence_id: string;
  inside_geofence: boolean | null;
  using_mock_location: boolean | null;
}

export interface LastPosition {
  device_id: string;
  model: string;
  status: string;
  last_location: Position | null;
  last_location_update: string | null;
}

/** Both days are included, as YYYY-MM-DD in the enterprise's time zone. */
export interface DayRange {
  startdate: string;
  enddate: string;
}
