import { appWith } from '../kit/app/app-with.js';
import {
  aDevice,
  aDeviceInfo,
  aLastLocation,
  aLocation,
  aManifest,
  aNetworkInfo,
  anEnterprise,
  type Export,
  type ExportRecord,
} from '../kit/app/builders.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { responseOf } from '../kit/specification/expected-responses.js';
import { TABLES, type FieldTable, type Rule } from '../kit/specification/field-tables.js';
import { addressOf, DEVICE_FORMS } from '../kit/specification/specification.js';
import { routeOf } from '../kit/sync/feed-routes.js';
import { aRecord } from '../kit/sync/one-of-each.js';

// docs/contract.md, 1.2, 2.4 and 2.5

const ZONE = 'Asia/Kathmandu';
const LIST = '/api/v1/device/';
const DETAIL = '/api/v1/device/id/tablet-1';
const LOCATIONS = '/api/v1/device-location/bulk';
const BULK = `${LOCATIONS}?startdate=2026-03-29&enddate=2026-03-29`;
const MOST = Number.MAX_SAFE_INTEGER;

const app = appWith({}, { LOCATION_BULK_MAX_DAYS: '31' });
let client: ApiClient;
let enterprise_id: string;
let enterprises = 0;

beforeEach(async () => {
  enterprise_id = `enterprise-${++enterprises}`;
  await app.load({
    enterprises: [anEnterprise({ id: enterprise_id, time_zone: ZONE })],
    devices: [aDevice({ enterprise_id })],
  });
  client = await app.customer(enterprise_id);
});

async function load(kind: keyof Export, records: readonly ExportRecord[]): Promise<ExportRecord[]> {
  const owned = records.map((record) => ({ ...record, enterprise_id }));
  await app.load({ [kind]: owned });
  return owned;
}

function withEvery(record: ExportRecord, table: FieldTable, type: Rule, value: unknown): ExportRecord {
  const replaced = Object.entries(table).map(([name, rule]) => {
    const before = record[name];
    if (typeof rule === 'object') return [name, withEvery((before ?? {}) as ExportRecord, rule, type, value)];
    if (rule !== type || /^(id|ID|device_id|enterprise_id|status)$/.test(name)) return [name, before];
    return [name, typeof value === 'number' && /^(lat|lng)$/.test(name) ? value % 90 || 0 : value];
  });
  return { ...record, ...(Object.fromEntries(replaced) as ExportRecord) };
}

const backwards = (record: ExportRecord): ExportRecord =>
  JSON.parse(JSON.stringify(record), (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  ) as ExportRecord;

describe.each([
  ['Device, in the list', 'devices', TABLES.listItem, LIST],
  ['Device, in the detail', 'devices', TABLES.detail, DETAIL],
  ['Data usage record', 'datausage', TABLES.datausage, '/api/v1/device/datausage/id/tablet-1'],
  ['Screen time record', 'screentime', TABLES.screentime, '/api/v1/device/screentime/id/tablet-1'],
  ['Application record', 'applications', TABLES.application, '/api/v1/device/app/id/tablet-1'],
  ['Location record, one device', 'locations', TABLES.location, '/api/v1/device-location/id/tablet-1'],
  ['Location record, bulk', 'locations', TABLES.bulkLocation, BULK],
] as const)('%s', (_title, kind, table, path) => {
  const { id } = routeOf(kind);
  const build = (overrides: ExportRecord = {}, key: unknown = 1): ExportRecord =>
    aRecord(kind, kind === 'devices' ? 'tablet-1' : key, overrides);
  const withAll = (type: Rule, value: unknown): ExportRecord => withEvery(build(), table, type, value);

  async function expectAsSpecified(record: ExportRecord): Promise<void> {
    const [loaded] = await load(kind, [record]);
    const body = [await client.json(path)].flat();
    expect(body).toEqual([responseOf(table, loaded!, ZONE)]);
  }

  it('returns every field of the table in its order, and no other field', async () => {
    const secret = 'surplus';
    const inner = {
      manifest: aManifest({ secret }),
      last_location: aLastLocation({ secret }),
      device_info: aDeviceInfo({ secret, batteryInfo: { secret }, networkInfo: aNetworkInfo({ secret }) }),
    };
    const record = build({ secret, ...(kind === 'devices' && inner) });
    await load(kind, [backwards(record)]);
    const expected = responseOf(table, { ...record, enterprise_id }, ZONE);
    expect((await client.get(path)).body).toBe(JSON.stringify(path === DETAIL ? expected : [expected]));
  });

  // No range of days contains a location without a time
  const time = path === BULK ? { created_at: '2026-03-29T12:00:00Z' } : {};

  it('returns null for a missing value and an empty string for a missing text', async () => {
    const bare = { [id]: build()[id], ...(kind !== 'devices' && { device_id: 'tablet-1' }) };
    await expectAsSpecified({ ...bare, ...time });
  });

  it('accepts null as a missing value at every depth', async () => {
    for (const type of ['string', 'timestamp', 'integer', 'decimal', 'boolean', 'array'] as const)
      await expectAsSpecified({ ...withAll(type, null), ...time });
    await expectAsSpecified({ ...withAll('timestamp', ''), ...time });
    for (const [name, rule] of Object.entries(table))
      if (typeof rule === 'object') await expectAsSpecified(build({ [name]: null }));
  });

  it.each([
    'quotes " \' ` and back\\slash \\" \\u0041',
    'control \u0001 \b \t \n \r \u001f \u007f characters',
    'line \u2028 and paragraph \u2029 separators, \ufeff mark, \ufffd',
    'emoji 🚚👩‍👩‍👧‍👦🇩🇪 and हिन्दी, ß, İ, ﷺ, ñ\u0301',
    ',"wifi":{"macAddress":"not this one"}',
    "'; DROP TABLE devices; -- ? :id $1 %s {{x}} <script>&amp;",
    '  blanks around and  inside  ',
    'العربية עברית 漢字 ไทย',
    'NULL',
    'nul \u0000 and \u001a',
  ])('returns every string unchanged: %j', async (text) => {
    await expectAsSpecified(withAll('string', text));
  });

  it('returns the largest and the smallest integer exactly', async () => {
    const largest = '"\\w+":9007199254740991[,}]';
    await expectAsSpecified(withAll('integer', 0));
    const [record] = await load(kind, [{ ...withAll('integer', MOST), [id]: build({}, MOST)[id] }]);
    const integersIn = (text: string): string[] => text.match(new RegExp(largest, 'g')) ?? [];
    const { body } = await client.get(path);
    expect(integersIn(body)).toEqual(integersIn(JSON.stringify(responseOf(table, record!, ZONE))));
  });

  it.each([true, false])('returns flags that are %s', async (flag) => {
    await expectAsSpecified(withAll('boolean', flag));
  });

  it.each([0, -0.5, 0.1 + 0.2, 1e-7, 5e-324, 123456789.12345678, 1e21, 1.7976931348623157e308])(
    'returns the decimal %d exactly',
    async (value) => {
      await expectAsSpecified(withAll('decimal', value));
    },
  );

  it('returns whole seconds with milliseconds, and truncates finer times', async () => {
    for (const second of ['12:00:00+00:00', '12:00:00.1Z', '12:00:00.0019999+00:00'])
      await expectAsSpecified(withAll('timestamp', `2026-03-29T${second}`));
  });
});

describe('Device (returned by the list and detail endpoints)', () => {
  async function expectAsSpecified(overrides: ExportRecord): Promise<void> {
    const [device] = await load('devices', [aDevice(overrides)]);
    expect(await client.list(LIST)).toEqual([responseOf(TABLES.listItem, device!, ZONE)]);
    expect(await client.object(DETAIL)).toEqual(responseOf(TABLES.detail, device!, ZONE));
  }

  it('returns the items of certificate unchanged', async () => {
    const certificate = [{ subject: 'CN=x', '"': [1.5, null, true] }, 'text', 3, null, [], [[{}]], false];
    await expectAsSpecified({ device_info: aDeviceInfo({ certificate }) });
  });

  it.each([
    ['empty', {}],
    ['with gsm1', { gsm1: { imsi: '1', operator: 'o', strength: 's' } }],
    ['with a gsm1 that lacks strings, and a gsm2', { gsm1: {}, gsm2: {} }],
    ['with a gsm1 that is null', { gsm1: null }],
  ])('returns a gsm that is %s', async (_name, gsm) => {
    await expectAsSpecified({ device_info: aDeviceInfo({ networkInfo: aNetworkInfo({ gsm }) }) });
  });

  it.each([null, aNetworkInfo({ wifi: null })])('returns empty texts without %j', async (networkInfo) => {
    await expectAsSpecified({ device_info: aDeviceInfo({ networkInfo }) });
  });

  it.each(['BYOD', 'COPE', 'SOMETHING_NEW'])('returns the management_mode %s', async (management_mode) => {
    await expectAsSpecified({ management_mode, battery_health: 'ODD', status: 'LOST' });
  });
});

it('returns an empty array for a device without records', async () => {
  for (const form of DEVICE_FORMS.filter(({ scope }) => scope !== 'device:GetDetail'))
    expect((await client.get(addressOf(form, 'tablet-1'))).body).toBe('[]');
});

it('returns an empty array for an enterprise without devices', async () => {
  await app.load({ enterprises: [anEnterprise({ id: 'empty' })] });
  const empty = await app.customer('empty');
  for (const path of [LIST, BULK]) expect((await empty.get(path)).body).toBe('[]');
});

describe('"Order: devices by id; usage and screen time by start, then id; applications by ID; locations by created_at, then id"', () => {
  it('lists devices by the bytes of their ids', async () => {
    const ids = ['-', '10', '9', 'A', 'A ', 'B', '_', 'a', 'tablet-1', 'ä', '\uffee', '😀'];
    await load('devices', ids.map((id) => aDevice({ id })).reverse());
    expect((await client.list(LIST)).map(({ id }) => id)).toEqual(ids);
  });

  it.each(['datausage', 'screentime'] as const)(
    'lists records by start, then by numeric id, and those without a start first: %s',
    async (kind) => {
      const starts = [
        [10, '2026-03-30T00:00:00.000+02:00'],
        [9, '2026-03-30T00:00:00.000+02:00'],
        [11, '2026-03-29T23:59:59.999+02:00'],
        [101, null],
        [13, '1969-12-31T00:00:00.000+00:00'],
        [12, null],
      ];
      const records = starts.map(([id, start]) => aRecord(kind, id, { start }));
      await load(kind, records);
      const listed = await client.list(`/api/v1/device/${kind}/id/tablet-1`);
      expect(listed.map(({ id }) => id)).toEqual([12, 101, 13, 11, 9, 10]);
    },
  );

  it('lists applications by numeric ID', async () => {
    const records = [10, 9, 1000, 1, MOST].map((ID) => aRecord('applications', ID));
    await load('applications', records);
    const listed = await client.list('/api/v1/device/app/id/tablet-1');
    expect(listed.map(({ ID }) => ID)).toEqual([1, 9, 10, 1000, MOST]);
  });

  it('lists locations by instant, then by id, for one device and for all', async () => {
    const at = (created_at: string | null, id: number, device_id = 'tablet-1'): ExportRecord =>
      aLocation({ created_at, id, device_id, accuracy: id });
    await load('devices', [aDevice({ id: 'tablet-2' })]);
    await load('locations', [
      at('2026-03-29T10:00:00.000+02:00', 10),
      at('2026-03-29T09:00:00.000+00:00', 8),
      at('2026-03-29T10:00:00.000+02:00', 9),
      at(null, 12),
      at('2026-03-29T09:59:59.999+02:00', 11),
      at('2026-03-29T10:00:00.000+02:00', 1, 'tablet-2'),
    ]);
    const ofOne = await client.list('/api/v1/device-location/id/tablet-1');
    expect(ofOne.map(({ accuracy }) => accuracy)).toEqual([12, 11, 9, 10, 8]);
    expect((await client.list(BULK)).map(({ id }) => id)).toEqual([11, 1, 9, 10, 8]);
  });
});

// docs/contract.md, 2.5

const wrong = (query: string): Promise<string[]> => client.invalidParameters(`${LOCATIONS}${query}`);

it.each([
  ['', ['enddate', 'startdate']],
  ['?startdate=2026-03-29', ['enddate']],
  ['?enddate=2026-03-29', ['startdate']],
  ['?startdate=&enddate=', ['enddate', 'startdate']],
  ['?startDate=2026-03-29&enddate=2026-03-29', ['startDate', 'startdate']],
  ['?startdate=2026-03-29&startdate=2026-03-29&enddate=2026-03-29', ['startdate']],
  ['?startdate=2026-03-29&startdate=2026-03-30&enddate=2026-03-29', ['startdate']],
  ['?startdate[]=2026-03-29&enddate=2026-03-29', ['startdate', 'startdate[]']],
  ['?startdate[x]=2026-03-29&enddate=2026-03-29', ['startdate', 'startdate[x]']],
  ['?startdate=2026-03-29&enddate=2026-03-29&constructor=1', ['constructor']],
  ['?startdate=2026-03-30&enddate=2026-03-29', ['startdate']],
  ['?startdate=2026-03-01&enddate=2026-04-01', ['enddate']],
  ['?startdate=0001-01-01&enddate=9999-12-31', ['enddate']],
])('refuses the query %j with the names of its parameters', async (query, parameters) => {
  expect(await wrong(query)).toEqual(parameters);
});

it('accepts ranges up to LOCATION_BULK_MAX_DAYS, first and last day included, and escaped values', async () => {
  await load('locations', [aLocation(), aLocation()]);
  expect(await client.list(`${LOCATIONS}?startdate=2026-03-01&enddate=2026-03-31`)).toHaveLength(2);
  expect(await client.list(`${LOCATIONS}?startdate=2026%2D03-29&%65nddate=2026-03-29`)).toHaveLength(2);
});
