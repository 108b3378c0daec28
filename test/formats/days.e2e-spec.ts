import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, anEnterprise, DEVICE_ID, type ExportRecord } from '../kit/app/builders.js';
import { readCsv } from '../kit/formats/csv.js';
import type { FeedKind } from '../kit/sync/feed-routes.js';
import { aRecord } from '../kit/sync/one-of-each.js';

// docs/contract.md, 2.10

// 29 March has 23 hours in this time zone
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

const LOCATIONS = `/api/v1/device-location/id/${DEVICE_ID}`;
const HISTORIES: readonly string[] = [
  `/api/v1/device/datausage/id/${DEVICE_ID}`,
  `/device/${DEVICE_ID}/datausage`,
  `/device/api/v1/device/datausage/id/${DEVICE_ID}/`,
  `/api/v1/device/screentime/id/${DEVICE_ID}`,
  LOCATIONS,
];
const labelOf = (path: string): string => (path === LOCATIONS ? 'provider' : 'package_name');

const every = (kind: FeedKind, label: string, time: string): ExportRecord[] =>
  Object.entries(RECORDS).map(([name, at], id) => aRecord(kind, id, { [label]: name, [time]: at }));
const app = appWith(
  {
    enterprises: [anEnterprise()],
    devices: [aDevice(), aDevice({ id: 'gone', status: 'DELETED' })],
    datausage: every('datausage', 'package_name', 'start'),
    screentime: every('screentime', 'package_name', 'start'),
    locations: every('locations', 'provider', 'created_at'),
  },
  { LOCATION_BULK_MAX_DAYS: '31' },
);
const client = customerOf(app);

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
    // Ranges that exceed the limit of the bulk endpoint, and the first and last dates
    ['?startdate=0000-01-01&enddate=9999-12-31', ALL.slice(1)],
    ['?startdate=2091-01-01', []],
    ['?enddate=1949-12-31', []],
  ])('%j use the time zone of the enterprise', async (query, expected) => {
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
    expect(await client.invalidParameters(path + query)).toEqual(parameters);
  });
});

it('The apps of a device have no days', async () => {
  const path = `/api/v1/device/app/id/${DEVICE_ID}?startdate=2026-03-29`;
  const { errors } = await client.problem(path, 400, 'invalid_parameter');
  expect(errors).toEqual([{ parameter: 'startdate', detail: 'is not known here; known: format, fields' }]);
});

it.each(['datausage', 'screentime'])(
  '%s/bulk requires both days, LOCATION_BULK_MAX_DAYS at most',
  async (kind) => {
    const path = `/api/v1/device/${kind}/bulk`;
    expect(await client.invalidParameters(`${path}?startdate=2026-03-29`)).toEqual(['enddate']);
    expect(await client.invalidParameters(`${path}?enddate=2026-03-29`)).toEqual(['startdate']);
    const tooMany = `${path}?startdate=2026-03-01&enddate=2026-04-01`;
    expect(await client.invalidParameters(tooMany)).toEqual(['enddate']);
    expect(await client.invalidParameters(`${tooMany}&fields=unknown`)).toEqual(['enddate']);
    expect(await client.list(`${path}?startdate=2026-03-01&enddate=2026-03-31`)).toHaveLength(4);
  },
);
