import type { LastPosition } from '../../portal/openapi.js';
import { problemOf } from '../kit/http/api-client.js';
import {
  aDataUsage,
  aDevice,
  aLastLocation,
  aLocation,
  anApplication,
  aScreenTime,
  DEVICE_ID,
  ENTERPRISE_ID,
} from '../kit/app/builders.js';
import { bodyOf } from '../kit/app/portal-client.js';
import { OTHER_ENTERPRISE_ID, PortalStage } from '../kit/app/portal-app.js';

const DATA = '/internal/v1/data';
const DEVICE = `${DATA}/devices/${DEVICE_ID}`;
const DAY = 'startdate=2026-03-29&enddate=2026-03-29';
const RECORDS = ['/data-usage', '/screen-time', '/applications', `/locations?${DAY}`, '/locations/newest'];
const OTHERS = { enterprise_id: OTHER_ENTERPRISE_ID };

/** Around the night of the change to summer time in Berlin, in UTC. */
const TIMES = [
  '2026-03-28T22:59:59.999Z',
  '2026-03-28T23:00:00.000Z',
  '2026-03-29T21:59:59.999Z',
  '2026-03-29T22:00:00.000Z',
  '2026-03-30T21:59:59.999Z',
  '2026-03-30T22:00:00.000Z',
];
const AT_NIGHT = '2026-03-29T23:00:00.000+02:00';
const AT_NOON = '2026-03-29T12:00:00.000+02:00';
const PLACE = { lat: 48.1, lng: 11.5, geofence_id: '', inside_geofence: null };
const NOWHERE = { last_location: null, last_location_update: null };

const stage = new PortalStage();
const { app, admin } = stage;

beforeAll(() =>
  app.load({
    devices: [
      aDevice(),
      aDevice({ id: 'ahead', last_location_update: AT_NIGHT }),
      aDevice({ id: 'behind' }),
      aDevice({ id: 'lost', status: 'LOST' }),
      aDevice({ id: 'never-located', ...NOWHERE }),
      aDevice({ id: 'nowhere', ...NOWHERE }),
      aDevice({ id: 'only-sent' }),
      aDevice({
        id: 'placeless',
        last_location: aLastLocation({ lat: null }),
        last_location_update: AT_NIGHT,
      }),
      aDevice({ id: 'gone', status: 'DELETED' }),
      aDevice({ ...OTHERS, id: 'foreign', ...NOWHERE }),
    ],
    datausage: [aDataUsage(), aDataUsage({ package_name: 'OTHER' })],
    screentime: [aScreenTime()],
    applications: [anApplication()],
    locations: [
      ...TIMES.map((created_at) => aLocation({ created_at })),
      ...['ahead', 'behind', 'never-located', 'placeless', 'gone'].flatMap((device_id) => [
        aLocation({ device_id, created_at: '2026-03-29T11:00:00.000+02:00' }),
        aLocation({ device_id, created_at: AT_NOON, ...PLACE }),
        aLocation({ device_id, created_at: '2026-03-29T13:00:00.000+02:00', lat: null }),
        aLocation({ device_id, created_at: null }),
      ]),
      aLocation({ device_id: 'behind', created_at: '2036-03-29T13:00:00.000+02:00', lng: null }),
      aLocation({ device_id: 'lost', created_at: TIMES[2] }),
      aLocation({ ...OTHERS, device_id: 'foreign' }),
    ],
  }),
);

describe('The data of the portal', () => {
  it.each([
    [`${DATA}/devices`, '/api/v1/device/'],
    [DEVICE, `/api/v1/device/id/${DEVICE_ID}`],
    [`${DEVICE}/data-usage`, `/api/v1/device/datausage/id/${DEVICE_ID}`],
    [`${DEVICE}/screen-time`, `/api/v1/device/screentime/id/${DEVICE_ID}`],
    [`${DEVICE}/applications`, `/api/v1/device/app/id/${DEVICE_ID}`],
    [
      `${DEVICE}/locations?startdate=2026-03-01&enddate=2026-04-30`,
      `/api/v1/device-location/id/${DEVICE_ID}`,
    ],
    [`${DEVICE}/locations?${DAY}`, `/api/v1/device-location/id/${DEVICE_ID}?${DAY}`],
  ])('is the same at %s as for a customer at %s, byte for byte', async (path, customerPath) => {
    const customer = await app.customer(ENTERPRISE_ID);
    const shown = await admin.get(path);
    const sold = await customer.get(customerPath);
    expect(shown.status).toBe(200);
    expect(shown.body).toBe(sold.body);
    expect(shown.headers['cache-control']).toBe('private, no-store');
  });

  it('is available with the admin token too', async () => {
    const { body } = await app.admin(ENTERPRISE_ID).get(`${DATA}/devices`);
    expect(body).toBe((await admin.get(`${DATA}/devices`)).body);
  });

  it.each(['', ...RECORDS])('returns 404 for an unknown device: devices/:id%s', async (rest) => {
    for (const id of ['unknown', 'gone', 'foreign'])
      problemOf(await admin.get(`${DATA}/devices/${id}${rest}`), 404, 'device_not_found');
  });

  it.each(RECORDS)('is empty for a device without records: devices/:id%s', async (rest) => {
    expect((await admin.get(`${DATA}/devices/only-sent${rest}`)).body).toBe('[]');
  });
});

it.each([
  ['', 'startdate'],
  ['?startdate=2026-03-29', 'enddate'],
  ['?startdate=2026-02-30&enddate=2026-03-01', 'startdate'],
  ['?startdate=2026-03-30&enddate=2026-03-29', 'startdate'],
  [`?${DAY}&limit=1`, 'limit'],
])('The locations of a device require two days in order: %s', async (query, parameter) => {
  const { errors } = problemOf(await admin.get(`${DEVICE}/locations${query}`), 400, 'invalid_parameter');
  expect(errors?.map((error) => error.parameter)).toContain(parameter);
});

it('The newest location of a device is the last stored one up to the current time, with or without coordinates', async () => {
  const { body } = await admin.get(`${DATA}/devices/behind/locations/newest`);
  expect(JSON.parse(body)).toMatchObject([{ created_at: '2026-03-29T13:00:00.000+02:00' }]);
});

describe('The last locations', () => {
  async function lastLocations() {
    const all = bodyOf<LastPosition[]>(await admin.get(`${DATA}/last-positions`));
    return new Map(all.map((location) => [location.device_id, location]));
  }

  it('contain every visible device with a location, by id', async () => {
    const ids = [...(await lastLocations()).keys()];
    expect(ids).toEqual(['ahead', 'behind', 'lost', 'never-located', 'only-sent', 'placeless', DEVICE_ID]);
  });

  it.each(['behind', 'never-located', 'placeless'])(
    'are the newest stored location if it is newer than that of the device: %s',
    async (id) => {
      expect((await lastLocations()).get(id)).toMatchObject({
        last_location_update: AT_NOON,
        last_location: aLastLocation({ ...PLACE, provider: 'fused', caller: '' }),
      });
    },
  );

  it.each([
    ['ahead', AT_NIGHT],
    ['only-sent', '2026-03-29T08:10:00.000+02:00'],
  ])('are those of the device if no stored location is newer: %s', async (id, at) => {
    const reported = { last_location_update: at, last_location: aLastLocation() };
    expect((await lastLocations()).get(id)).toMatchObject(reported);
  });

  it('do not change the device detail for customers', async () => {
    const customer = await app.customer(ENTERPRISE_ID);
    const reported = async (id: string) => (await customer.object(`/api/v1/device/id/${id}`)).last_location;
    expect([await reported('behind'), await reported('never-located')]).toEqual([aLastLocation(), null]);
  });
});
