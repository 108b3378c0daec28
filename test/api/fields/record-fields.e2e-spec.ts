import { appWith } from '../../kit/app/app-with.js';
import type { ApiClient } from '../../kit/http/api-client.js';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  anEnterprise,
  aScreenTime,
  DEVICE_ID,
  ENTERPRISE_ID,
  nextId,
  type Export,
  type ExportRecord,
} from '../../kit/app/builders.js';
import { answerOf } from '../../kit/specification/expected-answers.js';
import { TABLES } from '../../kit/specification/field-tables.js';

const ZONE = 'Asia/Kathmandu';
const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';

/** The tables of the records that belong to a device, and how one gets at them. */
const KINDS = [
  {
    title: 'Data usage record',
    kind: 'datausage',
    table: TABLES.datausage,
    path: `/api/v1/device/datausage/id/${DEVICE_ID}`,
    build: aDataUsage,
    integers: ['mobile', 'wifi'],
    texts: ['package_name'],
  },
  {
    title: 'Screen time record',
    kind: 'screentime',
    table: TABLES.screentime,
    path: `/api/v1/device/screentime/id/${DEVICE_ID}`,
    build: aScreenTime,
    integers: ['screentime'],
    texts: ['package_name', 'policy_name', 'policy_id'],
  },
  {
    title: 'Application record',
    kind: 'applications',
    table: TABLES.application,
    path: `/api/v1/device/app/id/${DEVICE_ID}`,
    build: anApplication,
    integers: ['versionCode'],
    texts: ['displayName', 'packageName', 'versionName'],
  },
  {
    title: 'Location record, one device',
    kind: 'locations',
    table: TABLES.location,
    path: `/api/v1/device-location/id/${DEVICE_ID}`,
    build: aLocation,
    integers: [],
    texts: ['imei', 'provider', 'geofence_id'],
  },
  {
    title: 'Location record, bulk',
    kind: 'locations',
    table: TABLES.bulkLocation,
    path: BULK,
    build: aLocation,
    integers: [],
    texts: ['imei', 'provider'],
  },
] as const satisfies readonly { kind: keyof Export; [more: string]: unknown }[];

const ODD_TEXT = 'quote " \\ \u0001\n\t\u2028\u2029 😀 \'; -- ñ\u0301 \ufffd \u007f';

const app = appWith();
let client: ApiClient;
let enterprises = 0;

/** Every test has an enterprise of its own. */
async function load(kind: keyof Export, records: readonly ExportRecord[]): Promise<ExportRecord[]> {
  const owned = records.map((record) => ({ ...record, enterprise_id: `enterprise-${enterprises}` }));
  await app.load({ [kind]: owned });
  return owned;
}

beforeEach(async () => {
  const id = `enterprise-${++enterprises}`;
  await app.load({
    enterprises: [anEnterprise({ id, time_zone: ZONE })],
    devices: [aDevice({ enterprise_id: id })],
  });
  client = await app.customer(id);
});

describe.each(KINDS)('$title', ({ kind, table, path, build, integers, texts }) => {
  const name = kind === 'applications' ? 'ID' : 'id';

  /** Loads the records, which come out as the specification says. */
  async function expectLoaded(records: readonly ExportRecord[]): Promise<void> {
    const owned = await load(kind, records);
    expect(await client.list(path)).toEqual(owned.map((record) => answerOf(table, record, ZONE)));
  }

  it('answers every field of the table in its order and none besides', async () => {
    const [record] = await load(kind, [build()]);
    const { body } = await client.get(path);
    expect(body).toBe(JSON.stringify([answerOf(table, record!, ZONE)]));
  });

  it('answers null for what is absent and an empty string for a text', async () => {
    // a position without a time lies in no range of days
    const time = path === BULK ? { created_at: '2026-03-29T12:00:00Z' } : {};
    const bare = { enterprise_id: ENTERPRISE_ID, device_id: DEVICE_ID, ...time };
    await expectLoaded([{ ...bare, [name]: nextId() }]);
  });

  it('brings odd texts out as they went in', async () => {
    await expectLoaded([build(Object.fromEntries(texts.map((text) => [text, ODD_TEXT])))]);
  });

  it('answers the largest and the smallest integer exactly', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const large = build({ [name]: most, ...Object.fromEntries(integers.map((field) => [field, most])) });
    const small = build({ [name]: 1, ...Object.fromEntries(integers.map((field) => [field, 0])) });
    await expectLoaded([small, large]);
    const { body } = await client.get(path);
    if (name in table) expect(body).toContain(`"${name}":9007199254740991`);
  });

  it('answers flags that are true, false and unknown', async () => {
    const flags = Object.entries(table).filter(([, rule]) => rule === 'boolean');
    await expectLoaded(
      [true, false, null].map((value) => build(Object.fromEntries(flags.map(([flag]) => [flag, value])))),
    );
  });

  it('answers whole seconds with milliseconds, and what is finer than those cut', async () => {
    const times = ['12:00:00+00:00', '12:00:00.1Z', '12:00:00.0019999+00:00'].map(
      (time) => `2026-03-29T${time}`,
    );
    await load(
      kind,
      times.map((created_at) => build({ created_at, updated_at: created_at })),
    );
    const field = kind === 'applications' ? 'updated_at' : 'created_at';
    const answered = (await client.list(path)).map((record) => record[field]).sort();
    expect(answered).toEqual([
      '2026-03-29T17:45:00.000+05:45',
      '2026-03-29T17:45:00.001+05:45',
      '2026-03-29T17:45:00.100+05:45',
    ]);
  });

  it('answers an empty array where there is nothing', async () => {
    expect((await client.get(path)).body).toBe('[]');
  });
});

it('answers an empty array of an enterprise without devices', async () => {
  await app.load({ enterprises: [anEnterprise({ id: 'empty' })] });
  const empty = await app.customer('empty');
  for (const path of ['/api/v1/device/', BULK]) expect((await empty.get(path)).body).toBe('[]');
});

// docs/contract.md, 2.5: "The catch-all usage row is OTHER"
it('passes the catch-all label of data usage on', async () => {
  await load('datausage', [aDataUsage({ package_name: 'OTHER' })]);
  expect(await client.list(`/device/${DEVICE_ID}/datausage`)).toMatchObject([{ package_name: 'OTHER' }]);
});

it.each([90, -90, 1e-9, -0.1, 89.99999999999999])('answers the coordinate %d exactly', async (value) => {
  const place = { lat: value, lng: -2 * value, altitude: value, accuracy: value };
  await load('locations', [aLocation(place)]);
  expect(await client.list(`/api/v1/device-location/id/${DEVICE_ID}`)).toMatchObject([place]);
});
