import fc from 'fast-check';
import { appWith, customerOf } from '../kit/app/app-with.js';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  anEnterprise,
  aScreenTime,
  DEVICE_ID,
  type ExportRecord,
} from '../kit/app/builders.js';
import type { Query } from '../../src/database/rows/reader.js';
import { recordReads } from '../kit/database/watched-reads.js';
import { readRows, type Format } from '../kit/formats/read-rows.js';
import type { FieldTable } from '../kit/specification/field-tables.js';
import {
  addressOf,
  formatsOf,
  isOne,
  PATH_FORMS,
  withQuery,
  type PathForm,
} from '../kit/specification/specification.js';

// docs/contract.md, 2.10

const ZONE = 'Europe/Berlin';
const LOCATIONS = '/api/v1/device-location/bulk?startdate=2026-03-01&enddate=2026-03-31';

const two = (build: (overrides: ExportRecord) => ExportRecord, empty: ExportRecord) => [
  build({}),
  build(empty),
];
const app = appWith({
  enterprises: [anEnterprise({ time_zone: ZONE })],
  devices: two(aDevice, { id: 'tablet-2', model: 'a, "b"', remaining_storage: null, created_at: null }),
  datausage: two(aDataUsage, { mobile: null, package_name: null }),
  screentime: two(aScreenTime, { screentime: null, policy_id: null, created_at: null }),
  applications: two(anApplication, { hasLauncher: null, versionName: '' }),
  locations: two(aLocation, { altitude: null, using_mock_location: null, geofence_id: null }),
});
const client = customerOf(app);

const tableOf = ({ table, onRequest }: PathForm): FieldTable => ({ ...table, ...onRequest });

const addressWith = (form: PathForm, query: string): string => withQuery(addressOf(form, DEVICE_ID), query);

async function rowsOf(form: PathForm, format: Format, fields: readonly string[]): Promise<ExportRecord[]> {
  const received = await client.get(addressWith(form, `fields=${fields.join(',')}&format=${format}`));
  expect({ format, fields, status: received.status }).toEqual({ format, fields, status: 200 });
  if (isOne(form)) return [JSON.parse(received.body) as ExportRecord];
  return readRows(format, received, tableOf(form), ZONE);
}

const entries = (rows: readonly ExportRecord[]): [string, unknown][][] =>
  rows.map((row) => Object.entries(row));

describe.each(PATH_FORMS)('fields= of $path', (form) => {
  const names = Object.keys(tableOf(form));

  async function expectRefused(query: string, detail: string): Promise<void> {
    const { errors } = await client.problem(addressWith(form, query), 400, 'invalid_parameter');
    expect(errors).toEqual([{ parameter: 'fields', detail: expect.stringContaining(detail) as string }]);
  }

  it('returns exactly the named fields, in the order of the document, in every format', async () => {
    const whole = await rowsOf(form, 'json', names);
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.map((row) => Object.keys(row))).toEqual(whole.map(() => names));
    const choice = fc.shuffledSubarray(names, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(choice, async (fields) => {
        const ordered = names.filter((name) => fields.includes(name));
        const rows = whole.map((row) => ordered.map((name) => [name, row[name]]));
        for (const format of formatsOf(form))
          expect({ format, rows: entries(await rowsOf(form, format, fields)) }).toEqual({ format, rows });
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it.each(['nonsense', 'id,nonsense', ''])('refuses %j, and names the available fields', async (fields) => {
    await expectRefused(`fields=${fields}`, names.join(', '));
  });

  it('refuses repeated or empty names', async () => {
    const [first, second] = names;
    const wrong = [`${first},${first}`, `${first},`, `,${first}`, ',', `${first}%20`, `${first};${second}`];
    for (const fields of wrong) await expectRefused(`fields=${fields}`, names.join(', '));
  });

  it('is a list in every notation', async () => {
    const [first = '', second = ''] = names;
    const { body } = await client.get(addressWith(form, `fields=${first},${second}`));
    for (const list of [
      `fields=${second}&fields=${first}`,
      `fields[]=${first}&fields[]=${second}`,
      `fields%5B%5D=${first},${second}`,
      `fields=${first}&fields[]=${second}`,
    ])
      expect({ list, body: (await client.get(addressWith(form, list))).body }).toEqual({ list, body });
    await expectRefused(`fields=${first}&fields[]=${first}`, `not "${first}"`);
  });

  it('refuses wrong names in up to 100 characters, without control characters', async () => {
    await expectRefused('fields=a%0Ab,%E2%80%AEc', 'not "a\\nb", "\\u202ec"');
    const { errors } = await client.problem(
      addressWith(form, `fields=${'x'.repeat(500)}`),
      400,
      'invalid_parameter',
    );
    const [, shown = ''] = errors![0]!.detail.split('; not ');
    expect(shown).toHaveLength(100);
  });
});

describe('In the database', () => {
  let reads: Query[];
  beforeAll(() => (reads = recordReads(app)));
  beforeEach(() => reads.splice(0));

  function columnsOf(sql: string): string[] {
    const [, list = ''] = /^SELECT (.*?) FROM/is.exec(sql) ?? [];
    return list.split(', ').map((column) => column.replaceAll(/["`]/g, '').replace(/^\w+\./, ''));
  }

  it.each([
    ['/api/v1/device/?fields=model,id,remaining_storage', ['id', 'model', 'remaining_storage']],
    ['/api/v1/device/?fields=enterprise_id', ['1']],
    [`/device/${DEVICE_ID}?fields=imsi1`, ['id', 'imsi1']],
    [`/device/${DEVICE_ID}/datausage?fields=start,wifi`, ['wifi', 'start_at']],
    [`/api/v1/device/screentime/id/${DEVICE_ID}?fields=device_id,enterprise_id`, ['1']],
    ['/api/v1/device/app/bulk?fields=ID', ['id']],
    [`${LOCATIONS}&fields=lat,lng`, ['lat', 'lng']],
  ])('%s reads only %j', async (path, columns) => {
    expect((await client.get(path)).status).toBe(200);
    expect(columnsOf(reads.at(-1)!.sql)).toEqual(columns);
  });

  it('the public id of a device is read only if it is returned', async () => {
    const usage = '/api/v1/device/datausage/bulk?startdate=2026-03-01&enddate=2026-03-31';
    await client.list(usage);
    await client.list(`${usage}&fields=id,wifi`);
    // Each request reads the newest change, the keys of the devices, and the rows
    const withIds = reads.map(({ sql }) => sql.includes('SELECT owner.id'));
    expect(withIds).toEqual([false, false, true, false, false, false]);
  });
});
