import { problemOf } from '../kit/http/api-client.js';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  aScreenTime,
  DEVICE_ID,
  ENTERPRISE_ID,
} from '../kit/app/builders.js';
import type { TestApp } from '../kit/app/create-test-app.js';
import { bodyOf, type PortalClient } from '../kit/app/portal-client.js';
import { OTHER_ENTERPRISE_ID, signedIn, startPortal } from '../kit/app/portal-app.js';

const DATA = '/internal/v1/data';
const DEVICE = `${DATA}/devices/${DEVICE_ID}`;
const DAY = 'startdate=2026-03-29&enddate=2026-03-29';
const RECORDS = ['/data-usage', '/screen-time', '/applications', `/locations?${DAY}`];
const OTHERS = { enterprise_id: OTHER_ENTERPRISE_ID };

/** Around the night in which Berlin's clocks went forward; times in UTC. */
const TIMES = [
  '2026-03-28T22:59:59.999Z', // the last instant of the 28th
  '2026-03-28T23:00:00.000Z',
  '2026-03-29T21:59:59.999Z', // the last of the 29th, which had 23 hours
  '2026-03-29T22:00:00.000Z',
  '2026-03-30T21:59:59.999Z',
  '2026-03-30T22:00:00.000Z',
];

let app: TestApp;
let admin: PortalClient;

beforeAll(async () => {
  app = await startPortal();
  await app.load({
    devices: [
      aDevice(),
      aDevice({ id: 'tablet-2', last_location: null, last_location_update: null }),
      aDevice({ id: 'tablet-3', status: 'LOST' }),
      aDevice({ id: 'tablet-4', status: 'DELETED' }),
      aDevice({ ...OTHERS, id: 'scanner-1' }),
    ],
    datausage: [aDataUsage(), aDataUsage({ package_name: 'OTHER' })],
    screentime: [aScreenTime()],
    applications: [anApplication()],
    locations: [
      ...TIMES.map((created_at) => aLocation({ created_at })),
      aLocation({ device_id: 'tablet-3', created_at: TIMES[2] }),
    ],
  });
  admin = await signedIn(app);
});
afterAll(() => app.close());

describe('The data of the portal', () => {
  it.each([
    [`${DATA}/devices`, '/api/v1/device/'],
    [DEVICE, `/api/v1/device/id/${DEVICE_ID}`],
    [`${DEVICE}/data-usage`, `/api/v1/device/datausage/id/${DEVICE_ID}`],
    [`${DEVICE}/screen-time`, `/api/v1/device/screentime/id/${DEVICE_ID}`],
    [`${DEVICE}/applications`, `/api/v1/device/app/id/${DEVICE_ID}`],
  ])('is at %s what a customer gets at %s, byte for byte', async (path, customerPath) => {
    const customer = await app.customer(ENTERPRISE_ID);
    const [shown, sold] = [await admin.get(path), await customer.get(customerPath)];
    expect(shown.status).toBe(200);
    expect(shown.body).toBe(sold.body);
    expect(shown.headers['cache-control']).toBe('private, no-store');
  });

  it('may be had with the admin token as well', async () => {
    const { body } = await app.admin(ENTERPRISE_ID).get(`${DATA}/devices`);
    expect(body).toBe((await admin.get(`${DATA}/devices`)).body);
  });

  it.each(['', ...RECORDS])(
    'knows neither unknown nor deleted nor foreign devices: devices/:id%s',
    async (rest) => {
      for (const id of ['nothing', 'tablet-4', 'scanner-1']) {
        problemOf(await admin.get(`${DATA}/devices/${id}${rest}`), 404, 'device_not_found');
      }
    },
  );

  it.each(RECORDS)('is empty for a device without records: devices/:id%s', async (rest) => {
    expect((await admin.get(`${DATA}/devices/tablet-2${rest}`)).body).toBe('[]');
  });
});

describe('The positions of a device', () => {
  const inDays = (startdate: string, enddate: string) =>
    admin.get(`${DEVICE}/locations?startdate=${startdate}&enddate=${enddate}`);

  it.each([
    ['2026-03-28', '2026-03-28', [0]],
    ['2026-03-29', '2026-03-29', [1, 2]],
    ['2026-03-29', '2026-03-30', [1, 2, 3, 4]],
    ['2026-03-28', '2026-03-31', [0, 1, 2, 3, 4, 5]],
    ['2026-04-02', '2026-04-03', []],
  ])('are those of the enterprise’s days from %s to %s', async (first, last, expected) => {
    const positions = bodyOf(await inDays(first, last)) as unknown as { created_at: string }[];
    const times = positions.map(({ created_at }) => new Date(created_at).toISOString());
    expect(times).toEqual(expected.map((at) => TIMES[at]));
  });

  it('have the form that customers get', async () => {
    const customer = await app.customer(ENTERPRISE_ID);
    const all = await customer.get(`/api/v1/device-location/id/${DEVICE_ID}`);
    expect((await inDays('2026-03-01', '2026-04-30')).body).toBe(all.body);
  });

  it.each([
    ['', 'startdate'],
    ['?startdate=2026-03-29', 'enddate'],
    ['?startdate=2026-02-30&enddate=2026-03-01', 'startdate'],
    ['?startdate=2026-03-30&enddate=2026-03-29', 'startdate'],
    [`?${DAY}&limit=1`, 'limit'],
  ])('need two days in order: %s', async (query, parameter) => {
    const { errors } = problemOf(await admin.get(`${DEVICE}/locations${query}`), 400, 'invalid_parameter');
    expect(errors?.map((error) => error.parameter)).toContain(parameter);
  });
});
