import fc, { type Arbitrary } from 'fast-check';
import type { Export, ExportRecord } from '../app/builders.js';
import { GSM_SLOT, TABLES, type FieldTable } from './field-tables.js';

/** Generates exports in which every value can be odd, null, empty or absent. */

const ZONES =
  'Europe/Berlin Asia/Kathmandu America/New_York America/St_Johns Australia/Lord_Howe Pacific/Kiritimati UTC';
const zone = fc.constantFrom(...ZONES.split(' '));
const ODD = [...'"\\\'\u0001\n\u2028\ufeff🚚éß0% ,', '', 'null', '{"wifi":{', '\r\n', '=1+1', '""'];

const text = fc.oneof(
  fc.string({ maxLength: 12, unit: 'grapheme' }),
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.array(fc.constantFrom(...ODD), { maxLength: 4 }).map((parts) => parts.join('')),
);
const integer = fc.oneof(fc.maxSafeInteger(), fc.nat(1000), fc.constant(Number.MAX_SAFE_INTEGER));
// JSON has no minus zero
const decimal = fc
  .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -180, max: 180 }))
  .map((value) => value + 0 || 0);
const degreesUpTo = (limit: number): Arbitrary<number> =>
  fc.oneof(decimal, fc.constantFrom(limit, -limit)).filter((value) => Math.abs(value) <= limit);

/** Prefers instants around the clock changes of March and November 2026. */
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 1, 27), max: Date.UTC(2026, 3, 2) }),
  fc.integer({ min: Date.UTC(2026, 2, 28, 22), max: Date.UTC(2026, 2, 29, 26) }),
  fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2050, 0, 1) }),
);
const timestamp = fc
  .tuple(instant, fc.integer({ min: -12 * 4, max: 14 * 4 }))
  .map(([at, quarters]) => withOffset(at, quarters * 15));

function withOffset(at: number, minutes: number): string {
  const padded = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
  return `${local}${minutes < 0 ? '-' : '+'}${padded(Math.floor(size / 60))}:${padded(size % 60)}`;
}

/** Members that can be hidden from keys. Values and other names may look like them. */
const HIDEABLE = ['fcm_token', 'imei', 'imsi', 'imsi1', 'imsi2', 'serialNumber', 'macAddress'];
const hideable = fc.dictionary(
  fc.constantFrom(...HIDEABLE, 'token', 'lat', '"imei":"', '\\'),
  fc.oneof(text, fc.constantFrom('"imei":"1"', '\\"imsi":"', ...HIDEABLE), fc.jsonValue({ maxDepth: 1 })),
  { maxKeys: 4, noNullPrototype: true },
);

/** Any JSON with exact integers. Renames `__proto__`, which an object literal would not keep. */
const certificate = fc.array(
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), hideable).map((value) => {
    const ordinary = JSON.stringify(value).replaceAll('__proto__', 'x');
    return JSON.parse(ordinary, (_name, inner: unknown) =>
      Number.isInteger(inner) && !Number.isSafeInteger(inner) ? 1 : inner,
    ) as unknown;
  }),
  { maxLength: 2 },
);

const BY_RULE = {
  string: text,
  timestamp,
  day: fc.constant(null), // no export has it
  integer,
  decimal,
  boolean: fc.boolean(),
  array: certificate,
};
const BY_NAME: Readonly<Partial<Record<string, Arbitrary<unknown>>>> = {
  status: fc.constantFrom('ACTIVE', 'DISABLED', 'DELETED', 'LOST'),
  lat: degreesUpTo(90),
  lng: degreesUpTo(180),
};

function recordOf(table: FieldTable): Arbitrary<ExportRecord> {
  const members = Object.entries(table).map(([name, rule]) => {
    const inner = name === 'gsm' ? { gsm1: GSM_SLOT } : rule;
    const value = BY_NAME[name] ?? (typeof inner === 'object' ? recordOf(inner) : BY_RULE[inner]);
    return [name, fc.option(value, { nil: null })];
  });
  return fc.record(Object.fromEntries(members) as Record<string, Arbitrary<unknown>>, { requiredKeys: [] });
}

const deviceId = fc.oneof(
  fc.constantFrom('tablet-1', 'tablet-2', '10', '9', 'a/b', 'é'),
  text.filter((id) => id !== '' && !/^\.{1,2}$/.test(id)),
);

const upToFourRecords = (table: FieldTable): Arbitrary<ExportRecord[]> =>
  fc.array(recordOf(table), { maxLength: 4 });

const aFilledDevice = fc.record({
  fields: recordOf({ ...TABLES.listItem, ...TABLES.detail }),
  datausage: upToFourRecords(TABLES.datausage),
  screentime: upToFourRecords(TABLES.screentime),
  applications: upToFourRecords(TABLES.application),
  locations: upToFourRecords({ ...TABLES.location, ...TABLES.bulkLocation }),
});

export function anExport(unique: () => string): Arbitrary<Export> {
  const enterprise = fc.record({
    name: text,
    time_zone: zone,
    devices: fc.uniqueArray(fc.tuple(deviceId, aFilledDevice), { maxLength: 3, selector: ([id]) => id }),
  });
  return fc.tuple(enterprise, enterprise, enterprise).map((enterprises) => {
    const round = unique();
    const empty = { enterprises: [], devices: [], datausage: [] };
    const all = { ...empty, screentime: [], applications: [], locations: [] };
    enterprises.forEach(({ name, time_zone, devices }, at) => {
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
  let id = Number.MAX_SAFE_INTEGER; // Descends, so that ids do not follow the order of arrival
  for (const [device_id, { fields, ...records }] of devices) {
    all.devices.push({ ...fields, id: device_id, enterprise_id });
    const owner = { enterprise_id, device_id };
    for (const kind of ['datausage', 'screentime', 'locations'] as const)
      for (const values of records[kind]) all[kind].push({ ...values, ...owner, id: id-- });
    for (const values of records.applications) all.applications.push({ ...values, ...owner, ID: id-- });
  }
}
