type Json = Record<string, unknown>;

/** Lines of an export, each complete by itself; name what matters. */

export const anEnterprise = (more: Json = {}): Json => ({
  id: 'nordwind',
  name: 'Nordwind Logistik',
  time_zone: 'Europe/Berlin',
  ...more,
});

export const aDevice = (more: Json = {}): Json => ({
  id: 'tablet-1',
  enterprise_id: 'nordwind',
  created_at: '2026-01-12T09:03:11.000+01:00',
  imei: '356938035643809',
  token: 'demo-token',
  status: 'ACTIVE',
  remaining_battery: 87,
  remaining_storage: 74.2,
  last_location: { lat: 52.5, lng: 13.4, provider: 'gps' },
  device_info: { networkInfo: { wifi: { ssid: 'Depot', macAddress: '02:1a:7d:da:71:13' } } },
  ...more,
});

const ofDevice = { enterprise_id: 'nordwind', device_id: 'tablet-1' };
const ofDay = { start: '2026-03-29T00:00:00.000+01:00', end: '2026-03-29T23:59:59.999+02:00' };

export const aUsage = (more: Json = {}): Json => ({
  id: 1,
  ...ofDevice,
  ...ofDay,
  package_name: 'com.example.maps',
  mobile: 1000,
  wifi: 2000,
  ...more,
});

export const aScreenTime = (more: Json = {}): Json => ({
  id: 1,
  ...ofDevice,
  ...ofDay,
  package_name: 'com.example.maps',
  policy_name: 'Drivers',
  policy_id: 'policy-drivers',
  screentime: 5_460_000,
  ...more,
});

export const anApplication = (more: Json = {}): Json => ({
  ID: 1,
  ...ofDevice,
  updated_at: '2026-03-29T08:15:30.000+02:00',
  displayName: 'Maps',
  hasLauncher: true,
  isSystem: false,
  packageName: 'com.example.maps',
  versionCode: 1_069_721_348,
  versionName: '11.120',
  ...more,
});

export const aLocation = (more: Json = {}): Json => ({
  id: 1,
  ...ofDevice,
  created_at: '2026-03-29T08:15:30.000+02:00',
  imei: '356938035643809',
  accuracy: 4.8,
  altitude: 78.4,
  lat: 52.51634,
  lng: 13.37767,
  provider: 'fused',
  geofence_id: 'depot',
  inside_geofence: true,
  using_mock_location: false,
  ...more,
});

/** A file of each kind with a record. */
export const anExport = () => ({
  enterprises: [anEnterprise()],
  devices: [aDevice()],
  datausage: [aUsage()],
  screentime: [aScreenTime()],
  applications: [anApplication()],
  locations: [aLocation()],
});

/** One a second. */
export const manyLocations = (count: number): Json[] =>
  Array.from({ length: count }, (_, at) =>
    aLocation({ id: at + 1, created_at: new Date(1_774_771_200_000 + at * 1000).toISOString() }),
  );
