import fc, { type Arbitrary } from 'fast-check';
import type { Export, ExportRecord } from '../app/builders.js';

/** Exports as a portal might make them on its worst day: every value may be odd, null, empty or absent. */

const zone = fc.constantFrom(
  'Europe/Berlin',
  'Asia/Kathmandu',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'UTC',
);
const ODD = [
  '',
  '"',
  '\\',
  "'",
  '\u0001',
  '\n',
  '\u2028',
  '🚚',
  'é',
  'null',
  '0',
  ' ',
  '{"wifi":{',
  '%',
  'ß',
  '\ufeff',
  ',',
  '\r\n',
  '=1+1',
  '""',
];

const text = fc.oneof(
  fc.string({ maxLength: 12, unit: 'grapheme' }),
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.array(fc.constantFrom(...ODD), { maxLength: 4 }).map((parts) => parts.join('')),
);
const integer = fc.oneof(fc.maxSafeInteger(), fc.nat(1000), fc.constant(Number.MAX_SAFE_INTEGER));
// minus zero is zero to JSON
const decimal = fc
  .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -180, max: 180 }))
  .map((value) => value + 0 || 0);
const degreesUpTo = (most: number): Arbitrary<number> =>
  fc.oneof(decimal, fc.constantFrom(most, -most)).filter((value) => Math.abs(value) <= most);

/** An instant around the clock changes of March and November 2026, or anywhere in a century, in any offset. */
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 1, 27), max: Date.UTC(2026, 3, 2) }),
  fc.integer({ min: Date.UTC(2026, 2, 28, 22), max: Date.UTC(2026, 2, 29, 26) }),
  fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2050, 0, 1) }),
);
const timestamp = fc
  .tuple(instant, fc.integer({ min: -12 * 4, max: 14 * 4 }))
  .map(([at, quarters]) => withOffset(at, quarters * 15));

function withOffset(at: number, minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const maybe = <Value>(value: Arbitrary<Value>): Arbitrary<Value | null> => fc.option(value, { nil: null });
const flag = maybe(fc.boolean());

/** Members that may be missing as well as null. */
const record = (members: Record<string, Arbitrary<unknown>>): Arbitrary<ExportRecord> =>
  fc.record(members, { requiredKeys: [] });
const texts = (...names: string[]): Record<string, Arbitrary<unknown>> =>
  Object.fromEntries(names.map((name) => [name, maybe(text)]));

const networkInfo = record({
  ...texts('active_network'),
  wifi: maybe(record(texts('ssid', 'ip', 'strength', 'macAddress'))),
  gsm: maybe(record({ gsm1: maybe(record(texts('imsi', 'operator', 'strength'))) })),
});

/** Any JSON whose integers are exact; an object with a member __proto__ would be another object in this file. */
const certificate = fc.array(
  fc.jsonValue({ maxDepth: 2 }).map((value) => {
    const ordinary = JSON.stringify(value).replaceAll('__proto__', 'x');
    return JSON.parse(ordinary, (_name, inner: unknown) =>
      Number.isInteger(inner) && !Number.isSafeInteger(inner) ? 1 : inner,
    ) as unknown;
  }),
  { maxLength: 2 },
);

const deviceInfo = record({
  ...texts('fcm_token', 'imei', 'imsi1', 'imsi2', 'operator1', 'operator2'),
  batteryInfo: maybe(record(texts('capacity', 'chargeMedia', 'charging', 'health'))),
  certificate: maybe(certificate),
  deviceSettings: maybe(
    record({
      adbEnabled: flag,
      developmentSettingsEnabled: flag,
      isEncrypted: flag,
      verifyAppsEnabled: flag,
      ...texts('encryptionStatus'),
    }),
  ),
  hardwareInfo: record(
    texts('brand', 'deviceBasebandVersion', 'hardware', 'manufacturer', 'model', 'serialNumber'),
  ),
  memoryInfo: maybe(record(texts('totalInternalStorage', 'totalRam'))),
  networkInfo: maybe(networkInfo),
  softwareInfo: record({
    androidDevicePolicyVersionCode: maybe(integer),
    ...texts('androidDevicePolicyVersionName', 'androidSdk', 'androidVersion', 'androidVersionDetail'),
    ...texts('primaryLanguageCode'),
  }),
  storageInfo: record(
    texts('memoryCapacity', 'memoryUsage', 'remainingStorage', 'storageCapacity', 'storageUsage'),
  ),
});

const lastLocation = record({
  lat: maybe(degreesUpTo(90)),
  lng: maybe(degreesUpTo(180)),
  accuracy: maybe(decimal),
  altitude: maybe(decimal),
  inside_geofence: flag,
  ...texts('provider', 'caller', 'geofence_id'),
});

const manifest = record({
  ...texts('emm_id', 'enterprise_id', 'enterprise_color', 'enterprise_logo', 'enterprise_contact'),
  ...texts('enterprise_name', 'eula_url', 'policy_id', 'server_url', 'onboarding_url', 'management_mode'),
});

const deviceFields = record({
  ...texts('imei', 'token', 'policy_id', 'play_emm_token', 'fcm_token', 'management_mode', 'dpc_version'),
  ...texts('model', 'brand', 'android_version', 'imsi1', 'operator1', 'battery_health', 'policy_name'),
  status: fc.constantFrom('ACTIVE', 'DISABLED', 'DELETED', 'LOST', null),
  dpc_version_code: maybe(integer),
  remaining_battery: maybe(integer),
  remaining_storage: maybe(decimal),
  storage_capacity: maybe(decimal),
  created_at: maybe(timestamp),
  updated_at: maybe(timestamp),
  last_connect: maybe(timestamp),
  last_battery_update: maybe(timestamp),
  last_storage_update: maybe(timestamp),
  last_location_update: maybe(timestamp),
  last_location: maybe(lastLocation),
  manifest: maybe(manifest),
  device_info: maybe(deviceInfo),
});

const usage = record({
  created_at: maybe(timestamp),
  start: maybe(timestamp),
  end: maybe(timestamp),
  mobile: maybe(integer),
  wifi: maybe(integer),
  ...texts('package_name'),
});
const screenTime = record({
  created_at: maybe(timestamp),
  start: maybe(timestamp),
  end: maybe(timestamp),
  screentime: maybe(integer),
  ...texts('package_name', 'policy_name', 'policy_id'),
});
const application = record({
  updated_at: maybe(timestamp),
  hasLauncher: flag,
  isSystem: flag,
  versionCode: maybe(integer),
  ...texts('displayName', 'packageName', 'versionName'),
});
const location = record({
  created_at: maybe(timestamp),
  accuracy: maybe(decimal),
  altitude: maybe(decimal),
  lat: maybe(degreesUpTo(90)),
  lng: maybe(degreesUpTo(180)),
  inside_geofence: flag,
  using_mock_location: flag,
  ...texts('imei', 'provider', 'geofence_id'),
});

/** Ids that several enterprises draw from: most exports have the same one twice. */
const deviceId = fc.oneof(
  fc.constantFrom('tablet-1', 'tablet-2', '10', '9', 'a/b', 'é'),
  text.filter((id) => id !== '' && !/^\.{1,2}$/.test(id)),
);

/** The records of one kind for one device; the ids are given by the position of the device and the record. */
const some = (kind: Arbitrary<ExportRecord>): Arbitrary<ExportRecord[]> => fc.array(kind, { maxLength: 4 });

const aFilledDevice = fc.record({
  fields: deviceFields,
  datausage: some(usage),
  screentime: some(screenTime),
  applications: some(application),
  locations: some(location),
});

/** `unique` gives each export names of enterprises that no other had. */
export function anExport(unique: () => string): Arbitrary<Export> {
  const enterprise = fc.record({
    name: text,
    time_zone: zone,
    devices: fc.uniqueArray(fc.tuple(deviceId, aFilledDevice), { maxLength: 3, selector: ([id]) => id }),
  });
  return fc.tuple(enterprise, enterprise, enterprise).map((enterprises) => {
    const round = unique();
    const all = {
      enterprises: [],
      devices: [],
      datausage: [],
      screentime: [],
      applications: [],
      locations: [],
    };
    enterprises.forEach((one, at) => {
      const { name, time_zone, devices } = one;
      add(all, { id: `Ümläut ${round}/${at}`, name, time_zone }, devices);
    });
    return all;
  });
}

type FilledDevice = typeof aFilledDevice extends Arbitrary<infer Value> ? Value : never;

function add(
  all: Record<keyof Export, ExportRecord[]>,
  enterprise: ExportRecord,
  devices: readonly [string, FilledDevice][],
): void {
  all.enterprises.push(enterprise);
  const enterprise_id = enterprise.id;
  let id = Number.MAX_SAFE_INTEGER; // downwards: the order of ids is not the one in which they come
  for (const [device_id, { fields, ...records }] of devices) {
    all.devices.push({ ...fields, id: device_id, enterprise_id });
    const own = { enterprise_id, device_id };
    for (const kind of ['datausage', 'screentime', 'locations'] as const)
      for (const values of records[kind]) all[kind].push({ ...values, ...own, id: id-- });
    for (const values of records.applications) all.applications.push({ ...values, ...own, ID: id-- });
  }
}
