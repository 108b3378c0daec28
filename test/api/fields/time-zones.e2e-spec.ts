import { appWith } from '../../kit/app/app-with.js';
import type { ApiClient } from '../../kit/http/api-client.js';
import { aDevice, aLocation, anEnterprise, type ExportRecord } from '../../kit/app/builders.js';

// docs/contract.md, 2.5: "Instants are rendered in the enterprise's time zone" and "Days (startdate, enddate) are days in the
// enterprise's time zone ... both inclusive; internally a half-open range of instants, right on days of 23 and 25 hours"

const app = appWith();
let enterprises = 0;

/** A customer of a new enterprise in the zone, whose one device was at these instants. */
async function customerIn(zone: string, instants: readonly string[]): Promise<ApiClient> {
  const enterprise_id = `enterprise-${++enterprises}`;
  const locations = instants.map((created_at): ExportRecord => aLocation({ created_at, enterprise_id }));
  await app.load({
    enterprises: [anEnterprise({ id: enterprise_id, time_zone: zone })],
    devices: [aDevice({ enterprise_id })],
    locations,
  });
  return app.customer(enterprise_id);
}

async function times(client: ApiClient, startdate: string, enddate = startdate): Promise<unknown[]> {
  const path = `/api/v1/device-location/bulk?startdate=${startdate}&enddate=${enddate}`;
  return (await client.list(path)).map(({ created_at }) => created_at);
}

/** One instant before, the first, the last and one after a day, to the millisecond. */
const BORDERS = [
  {
    title: 'a day of 23 hours',
    zone: 'Europe/Berlin',
    day: '2026-03-29',
    inside: ['2026-03-29T00:00:00.000+01:00', '2026-03-29T23:59:59.999+02:00'],
    outside: ['2026-03-28T23:59:59.999+01:00', '2026-03-30T00:00:00.000+02:00'],
  },
  {
    title: 'a day of 25 hours',
    zone: 'Europe/Berlin',
    day: '2026-10-25',
    inside: ['2026-10-25T00:00:00.000+02:00', '2026-10-25T23:59:59.999+01:00'],
    outside: ['2026-10-24T23:59:59.999+02:00', '2026-10-26T00:00:00.000+01:00'],
  },
  {
    title: 'a zone of 45 minutes',
    zone: 'Asia/Kathmandu',
    day: '2026-03-29',
    inside: ['2026-03-29T00:00:00.000+05:45', '2026-03-29T23:59:59.999+05:45'],
    outside: ['2026-03-28T23:59:59.999+05:45', '2026-03-30T00:00:00.000+05:45'],
  },
  {
    title: 'a zone behind UTC',
    zone: 'America/New_York',
    day: '2026-03-08',
    inside: ['2026-03-08T00:00:00.000-05:00', '2026-03-08T23:59:59.999-04:00'],
    outside: ['2026-03-07T23:59:59.999-05:00', '2026-03-09T00:00:00.000-04:00'],
  },
  {
    title: 'a day without a midnight',
    zone: 'America/Sao_Paulo',
    day: '2018-11-04',
    inside: ['2018-11-04T01:00:00.000-02:00', '2018-11-04T23:59:59.999-02:00'],
    outside: ['2018-11-03T23:59:59.999-03:00', '2018-11-05T00:00:00.000-02:00'],
  },
  {
    title: 'a day whose last hour comes twice',
    zone: 'America/Sao_Paulo',
    day: '2018-02-17',
    inside: [
      '2018-02-17T00:00:00.000-02:00',
      '2018-02-17T23:59:59.999-02:00',
      '2018-02-17T23:59:59.999-03:00',
    ],
    outside: ['2018-02-16T23:59:59.999-02:00', '2018-02-18T00:00:00.000-03:00'],
  },
  {
    title: 'a day that begins at one in the morning',
    zone: 'Asia/Beirut',
    day: '2026-03-29',
    inside: ['2026-03-29T01:00:00.000+03:00', '2026-03-29T23:59:59.999+03:00'],
    outside: ['2026-03-28T23:59:59.999+02:00', '2026-03-30T00:00:00.000+03:00'],
  },
  {
    title: 'the end of a year in the far east',
    zone: 'Pacific/Kiritimati',
    day: '2026-01-01',
    inside: ['2026-01-01T00:00:00.000+14:00', '2026-01-01T23:59:59.999+14:00'],
    outside: ['2025-12-31T23:59:59.999+14:00', '2026-01-02T00:00:00.000+14:00'],
  },
  {
    title: 'a leap day in UTC',
    zone: 'UTC',
    day: '2028-02-29',
    inside: ['2028-02-29T00:00:00.000+00:00', '2028-02-29T23:59:59.999+00:00'],
    outside: ['2028-02-28T23:59:59.999+00:00', '2028-03-01T00:00:00.000+00:00'],
  },
];

describe.each(BORDERS)('$title ($zone, $day)', ({ zone, day, inside, outside }) => {
  it('has its first and its last millisecond and none beside them', async () => {
    const client = await customerIn(zone, [...outside, ...inside]);
    expect(await times(client, day)).toEqual(inside);
  });

  it('renders the instants with the offset of their moment, whatever offset they came with', async () => {
    const utc = [...outside, ...inside].map((instant) => new Date(instant).toISOString());
    const client = await customerIn(zone, utc);
    const answered = (await client.list('/api/v1/device-location/id/tablet-1')).map(
      ({ created_at }) => created_at,
    );
    expect(answered.sort()).toEqual([...outside, ...inside].sort());
  });
});

it('has the hour that comes twice both times, in the order of the instants', async () => {
  const twice = ['2026-10-25T02:30:00.000+01:00', '2026-10-25T02:30:00.000+02:00'];
  const client = await customerIn('Europe/Berlin', twice);
  expect(await times(client, '2026-10-25')).toEqual([...twice].reverse());
});

it('includes both days of a range', async () => {
  const noons = ['28', '29', '30', '31'].map((day) => `2026-03-${day}T12:00:00.000Z`);
  const client = await customerIn('Asia/Kathmandu', noons);
  expect(await times(client, '2026-03-29', '2026-03-30')).toEqual([
    '2026-03-29T17:45:00.000+05:45',
    '2026-03-30T17:45:00.000+05:45',
  ]);
});

it('answers nothing for a day that the zone left out', async () => {
  const around = ['2011-12-29T23:59:59.999-10:00', '2011-12-31T00:00:00.000+14:00'];
  const client = await customerIn('Pacific/Apia', around);
  expect(await times(client, '2011-12-30')).toEqual([]);
  expect(await times(client, '2011-12-29', '2011-12-31')).toEqual(around);
});

it('takes UTC for an enterprise that names no zone', async () => {
  await app.load({
    enterprises: [{ id: 'no-zone', name: '' }],
    devices: [aDevice({ enterprise_id: 'no-zone', created_at: '2026-03-29T00:30:00.000+02:00' })],
  });
  const client = await app.customer('no-zone');
  const device = await client.object('/api/v1/device/id/tablet-1');
  expect(device.created_at).toBe('2026-03-28T22:30:00.000+00:00');
});

it.each([
  ['0001-01-01T12:00:00.000Z', 'UTC', '0001-01-01T12:00:00.000+00:00'],
  ['1883-11-18T16:00:00.000Z', 'America/New_York', '1883-11-18T11:04:00.000-04:56'], // before standard time
  ['9999-12-30T12:00:00.000Z', 'Asia/Kathmandu', '9999-12-30T17:45:00.000+05:45'],
  ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31T23:59:59.999+00:00'],
])('renders %s in %s as %s', async (instant, zone, rendered) => {
  const client = await customerIn(zone, [instant]);
  expect(await client.list('/api/v1/device-location/id/tablet-1')).toMatchObject([{ created_at: rendered }]);
});
