import fc from 'fast-check';
import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, aLocation, anEnterprise, type ExportRecord } from '../kit/app/builders.js';
import { FORMATS, readRows } from '../kit/formats/read-rows.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { responseOf } from '../kit/specification/expected-responses.js';
import { ON_REQUEST, TABLES, type FieldTable } from '../kit/specification/field-tables.js';

// docs/contract.md, 2.15

const PATH = '/api/v1/device-location/latest';
const ZONE = 'Europe/Berlin';
const RUNS = 20;
const ITEM: FieldTable = { ...TABLES.bulkLocation, device_id: 'string' };
const ALL: FieldTable = { ...ITEM, ...ON_REQUEST.bulkLocation };
const DEVICES = ['tablet-1', 'Z', 'a', 'a,b', 'é', '\uff5e', '🚚', 'gone'];

const binary = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const app = appWith({ enterprises: [anEnterprise()], devices: [aDevice()] });
const client = customerOf(app);

let enterprises = 0;

async function customerWith(locations: readonly ExportRecord[]): Promise<ApiClient> {
  const enterprise_id = `located-${++enterprises}`;
  await app.load({
    enterprises: [anEnterprise({ id: enterprise_id, time_zone: ZONE })],
    devices: DEVICES.map((id) =>
      aDevice({ enterprise_id, id, status: id === 'gone' ? 'DELETED' : 'ACTIVE' }),
    ),
    locations: locations.map((location) => ({ ...location, enterprise_id })),
  });
  return app.customer(enterprise_id);
}

function newestOf(locations: readonly ExportRecord[], ids: readonly string[]): ExportRecord[] {
  const timeOf = ({ created_at }: ExportRecord): number => Date.parse(created_at as string);
  return DEVICES.filter((id) => id !== 'gone' && ids.includes(id))
    .sort(binary)
    .flatMap((id) => {
      const ofDevice = locations.filter(
        ({ device_id, created_at }) => device_id === id && created_at !== null,
      );
      ofDevice.sort((a, b) => timeOf(b) - timeOf(a) || Number(b.id) - Number(a.id));
      return ofDevice.slice(0, 1);
    });
}

const inOrder = (rows: readonly ExportRecord[]): [string, unknown][][] =>
  rows.map((row) => Object.entries(row));

const someLocations = fc
  .uniqueArray(
    fc.record({
      id: fc.oneof(fc.nat(50), fc.maxSafeNat()),
      device_id: fc.constantFrom(...DEVICES),
      created_at: fc.option(
        fc
          .constantFrom(-1, 0, 1, 2, 1e9)
          .map((at) => new Date(Date.parse('2026-03-29T01:00:00Z') + at * 1000).toISOString()),
      ),
      lat: fc.option(fc.integer({ min: -90, max: 90 })),
      altitude: fc.option(fc.integer({ min: 0, max: 100 })),
      provider: fc.constantFrom('gps', '', 'fused "ä"'),
      using_mock_location: fc.option(fc.boolean()),
    }),
    { maxLength: 30, selector: ({ id }) => id },
  )
  .map((locations) => locations.map((location) => aLocation(location)));

describe('The latest locations', () => {
  it('are the newest by time, then id, of each device that is not deleted, in every format', async () => {
    const filter = fc.option(fc.uniqueArray(fc.constantFrom(...DEVICES, 'unknown'), { minLength: 1 }), {
      nil: undefined,
    });
    await fc.assert(
      fc.asyncProperty(someLocations, filter, async (locations, ids) => {
        const customer = await customerWith(locations);
        const query = new URLSearchParams((ids ?? []).map((id): [string, string] => ['device_id', id]));
        for (const format of FORMATS) {
          const received = await customer.get(`${PATH}?format=${format}&${query.toString()}`);
          const rows = await readRows(format, received, ITEM, ZONE);
          const expected = newestOf(locations, ids ?? DEVICES).map((row) => responseOf(ITEM, row, ZONE));
          expect([format, inOrder(rows)]).toEqual([format, inOrder(expected)]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('have the requested fields, in the order of the document', async () => {
    const locations = [aLocation({ device_id: 'é' }), aLocation({ device_id: 'Z', created_at: null })];
    const customer = await customerWith(locations);
    const all = Object.keys(ALL);
    for (const fields of [all, ['geofence_id', 'device_id', 'id'], ['altitude'], ['lng', 'created_at']]) {
      const rows = await customer.list(`${PATH}?fields=${fields.join(',')}`);
      const table = Object.fromEntries(
        Object.entries(ALL).filter(([name]) => fields.includes(name)),
      ) as FieldTable;
      expect(inOrder(rows)).toEqual(inOrder([responseOf(table, locations[0]!, ZONE)]));
    }
    expect(await customer.invalidParameters(`${PATH}?fields=id,nothing`)).toEqual(['fields']);
  });

  it('take device_id and device_id[], and split no commas', async () => {
    const customer = await customerWith(['a', 'a,b', 'é'].map((device_id) => aLocation({ device_id })));
    const devicesOf = async (query: string): Promise<unknown[]> =>
      (await customer.list(`${PATH}?${query}`)).map(({ device_id }) => device_id);
    expect(await devicesOf('device_id=a,b')).toEqual(['a,b']);
    expect(await devicesOf('device_id[]=%C3%A9&device_id%5B%5D=a')).toEqual(['a', 'é']);
    expect(await devicesOf('device_id=gone&device_id=unknown')).toEqual([]);
  });

  it.each([
    ['device_id=', 'device_id'],
    ['device_id=a&device_id=a', 'device_id'],
    [Array.from({ length: 101 }, (_, at) => `device_id=${at}`).join('&'), 'device_id'],
    ['startdate=2026-03-29', 'startdate'],
    ['since=beginning', 'since'],
    ['limit=1', 'limit'],
    ['format=xml', 'format'],
  ])('refuse %s', async (query, parameter) => {
    expect(await client.invalidParameters(`${PATH}?${query}`)).toEqual([parameter]);
  });

  it('have no token and no ETag, and need the scope', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await client.send({ method, path: `${PATH}/` });
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('x-sync-token');
      expect(headers).not.toHaveProperty('etag');
    }
    const narrow = await app.customer('acme', ['device:GetList', 'device:GetDataUsage']);
    await narrow.problem(PATH, 403, 'insufficient_scope');
  });
});
