import {
  aDataUsage,
  aDevice,
  aLocation,
  anEnterprise,
  aScreenTime,
  DEVICE_ID,
  type ExportRecord,
} from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { readCsv } from '../kit/formats/csv.js';
import type { ApiClient } from '../kit/http/api-client.js';

// docs/contract.md, 2.10: "startdate and enddate are optional, each by itself, on the histories of one device (usage, screen time,
// locations; alternate paths too). Without them the answer is what it was." "Records without a time are in no range of days."

// the 29th of March has 23 hours in this zone
const RECORDS: Readonly<Record<string, string | null>> = {
  never: null,
  'long ago': '1950-06-01T12:00:00.000+02:00',
  'last of the 28th': '2026-03-28T23:59:59.999+01:00',
  'first of the 29th': '2026-03-29T00:00:00.000+01:00',
  'last of the 29th': '2026-03-29T23:59:59.999+02:00',
  'first of the 30th': '2026-03-30T00:00:00.000+02:00',
  'far ahead': '2090-06-01T12:00:00.000+02:00',
};
const ALL = Object.keys(RECORDS);

const [USAGE, SCREEN_TIME, LOCATIONS] = [
  `/api/v1/device/datausage/id/${DEVICE_ID}`,
  `/api/v1/device/screentime/id/${DEVICE_ID}`,
  `/api/v1/device-location/id/${DEVICE_ID}`,
];
const HISTORIES: readonly string[] = [
  USAGE,
  `/device/${DEVICE_ID}/datausage`,
  `/device/api/v1/device/datausage/id/${DEVICE_ID}/`,
  SCREEN_TIME,
  LOCATIONS,
];
/** The field that tells which record it is. */
const labelOf = (path: string): string => (path === LOCATIONS ? 'provider' : 'package_name');

let app: TestApp;
let client: ApiClient;

beforeAll(async () => {
  app = await createTestApp({ LOCATION_BULK_MAX_DAYS: '31' });
  const every = (build: (over: ExportRecord) => ExportRecord, label: string, time: string): ExportRecord[] =>
    Object.entries(RECORDS).map(([name, at]) => build({ [label]: name, [time]: at }));
  await app.load({
    enterprises: [anEnterprise()],
    devices: [aDevice(), aDevice({ id: 'gone', status: 'DELETED' })],
    datausage: every(aDataUsage, 'package_name', 'start'),
    screentime: every(aScreenTime, 'package_name', 'start'),
    locations: every(aLocation, 'provider', 'created_at'),
  });
  client = await app.customer('acme');
});
afterAll(() => app.close());

describe.each(HISTORIES)('The days of %s', (path) => {
  const labels = async (query: string): Promise<unknown[]> =>
    (await client.list(path + query)).map((row) => row[labelOf(path)]);

  it.each([
    ['', ALL],
    ['?startdate=2026-03-29', ALL.slice(3)],
    ['?startdate=2026-03-30', ALL.slice(5)],
    ['?enddate=2026-03-29', ALL.slice(1, 5)],
    ['?enddate=2026-03-28', ALL.slice(1, 3)],
    ['?startdate=2026-03-29&enddate=2026-03-29', ALL.slice(3, 5)],
    ['?startdate=2026-03-28&enddate=2026-03-30', ALL.slice(2, 6)],
    // longer than answers over all devices may be, and to the ends of time
    ['?startdate=0000-01-01&enddate=9999-12-31', ALL.slice(1)],
    ['?startdate=2091-01-01', []],
    ['?enddate=1949-12-31', []],
  ])('%j are those of the enterprise’s time zone', async (query, expected) => {
    expect(await labels(query)).toEqual(expected);
  });

  it('are the same in another format', async () => {
    const { body } = await client.get(`${path}?startdate=2026-03-29&format=csv`);
    const { names, lines } = readCsv(body);
    const at = names.indexOf(labelOf(path));
    expect(lines.map((cells) => cells[at])).toEqual(ALL.slice(3));
  });

  it.each([
    ['?startdate=2026-03-30&enddate=2026-03-29', ['startdate']],
    ['?startdate=2026-02-29', ['startdate']],
    ['?enddate=', ['enddate']],
    ['?startdate=today&enddate=2026-13-01', ['enddate', 'startdate']],
    ['?enddate=2026-03-29&enddate=2026-03-29', ['enddate']],
    ['?startdate[]=2026-03-29', ['startdate[]']],
  ])('%j are refused', async (query, parameters) => {
    const { errors } = await client.problem(path + query, 400, 'invalid_parameter');
    expect(errors!.map(({ parameter }) => parameter).sort()).toEqual(parameters);
  });

  it('do not make a device that is not there look empty', async () => {
    for (const id of ['gone', 'nobody'])
      await client.problem(`${path.replace(DEVICE_ID, id)}?startdate=2026-03-29`, 404, 'device_not_found');
  });
});

it('The apps of a device have no days', async () => {
  const path = `/api/v1/device/app/id/${DEVICE_ID}?startdate=2026-03-29`;
  const { errors } = await client.problem(path, 400, 'invalid_parameter');
  expect(errors).toEqual([{ parameter: 'startdate', detail: 'is not known here' }]);
});

describe.each(['datausage', 'screentime'])('The days of all devices: %s', (kind) => {
  const path = `/api/v1/device/${kind}/bulk`;

  it('are both required, and as many as LOCATION_BULK_MAX_DAYS says', async () => {
    const refused = async (query: string): Promise<string[]> => {
      const { errors } = await client.problem(path + query, 400, 'invalid_parameter');
      return errors!.map(({ parameter }) => parameter);
    };
    expect(await refused('?startdate=2026-03-29')).toEqual(['enddate']);
    expect(await refused('?enddate=2026-03-29')).toEqual(['startdate']);
    expect(await refused('?startdate=2026-03-01&enddate=2026-04-01')).toEqual(['enddate']);
    expect(await client.list(`${path}?startdate=2026-03-01&enddate=2026-03-31`)).toHaveLength(4);
  });
});
