import type { Query } from '../../src/database/rows/reader.js';
import { appWith } from '../kit/app/app-with.js';
import type { ExportRecord } from '../kit/app/builders.js';
import { recordReads } from '../kit/database/watched-reads.js';
import { rowGroupsOf } from '../kit/formats/parquet.js';
import { FORMATS, readRows } from '../kit/formats/read-rows.js';
import { TABLES } from '../kit/specification/field-tables.js';

// Decision 0025: one query for the keys of all devices, and one for the records of every 8,192 devices

jest.setTimeout(60_000);

const IN_ONE_QUERY = 8_192;
const MARCH = '?startdate=2026-03-01&enddate=2026-03-31';
const BULK = [`datausage/bulk${MARCH}`, `screentime/bulk${MARCH}`, 'app/bulk'];
const FLEETS = { none: 0, one: 1, some: 70, most: IN_ONE_QUERY, more: IN_ONE_QUERY + 1 } as const;
type Fleet = keyof typeof FLEETS;

const idOf = (at: number): string => `tablet-${String(at).padStart(5, '0')}`;

function* ofFleet(enterprise_id: Fleet): Generator<ExportRecord> {
  for (let at = 0; at < FLEETS[enterprise_id]; at++)
    yield { enterprise_id, device_id: idOf(at), id: at, ID: at };
}

const fleets = Object.keys(FLEETS) as Fleet[];
const all = fleets.flatMap((fleet) => [...ofFleet(fleet)]);
const inMarch = all.map(({ ID: _, ...record }) => ({ ...record, start: '2026-03-29T12:00:00.000Z' }));
const app = appWith({
  enterprises: fleets.map((id) => ({ id, name: id })),
  devices: all.map(({ enterprise_id, device_id }) => ({ enterprise_id, id: device_id })),
  datausage: inMarch,
  screentime: inMarch,
  applications: all.map(({ id: _, ...record }) => record),
  locations: inMarch.map(({ start, ...record }) => ({ ...record, created_at: start })),
});
let reads: Query[];
beforeAll(() => (reads = recordReads(app)));

/** One statement reads the newest change, for the token and the ETag. */
const STATE = 1;

async function expectStatements(path: string, expected: Readonly<Record<Fleet, number>>): Promise<void> {
  for (const fleet of fleets) {
    const client = await app.customer(fleet);
    reads.splice(0);
    const items = await client.list(path);
    const actual = { fleet, statements: reads.length, items: items.length };
    expect(actual).toEqual({ fleet, statements: STATE + expected[fleet], items: FLEETS[fleet] });
  }
}

it.each(BULK)('%s sends one statement for up to 8,192 devices each', (path) => {
  return expectStatements(`/api/v1/device/${path}`, { none: 1, one: 2, some: 2, most: 2, more: 3 });
});

it.each([
  `/api/v1/device-location/bulk${MARCH}`,
  `/api/v1/device-location/bulk${MARCH}&fields=id,device_id`,
  '/api/v1/device/',
])('%s sends one statement for its rows', (path) =>
  expectStatements(path, { none: 1, one: 1, some: 1, most: 1, more: 1 }),
);

it.each(['datausage', 'screentime'])(
  'A summary of %s reads the devices, and the records of up to 8,192 devices with one statement each',
  async (kind) => {
    for (const fleet of fleets) {
      const client = await app.customer(fleet);
      reads.splice(0);
      const path = `/api/v1/device/${kind}/summary${MARCH}&group_by=device&limit=1000`;
      const { rows, row_count } = await client.object(path);
      const expected = Array.from({ length: Math.min(FLEETS[fleet], 1000) }, (_, at) => idOf(at));
      expect([row_count, (rows as { key: string }[]).map(({ key }) => key)]).toEqual([
        FLEETS[fleet],
        expected,
      ]);
      const statements = { none: 1, one: 2, some: 2, most: 2, more: 3 }[fleet];
      expect({ fleet, statements: reads.length }).toEqual({ fleet, statements });
    }
  },
);

it('A response of several statements contains every device once, in every format', async () => {
  const client = await app.customer('more');
  const expected = Array.from({ length: FLEETS.more }, (_, at) => idOf(at));
  for (const format of FORMATS) {
    const received = await client.get(`/api/v1/device/app/bulk?format=${format}&fields=device_id`);
    const rows = await readRows(format, received, TABLES.application, 'UTC');
    expect(rows.map(({ device_id }) => device_id as string).sort()).toEqual(expected);
  }
});

it('A Parquet file has groups of at most 4,096 rows', async () => {
  const client = await app.customer('more');
  const { bytes } = await client.get('/api/v1/device/app/bulk?format=parquet');
  expect(rowGroupsOf(bytes)).toEqual([4_096, IN_ONE_QUERY - 4_096, 1]);
});
