import { problemOf } from '../kit/http/api-client.js';
import { aDevice, aLastLocation, aLocation, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import type { TestApp } from '../kit/app/create-test-app.js';
import { bodyOf, type PortalClient } from '../kit/app/portal-client.js';
import { OTHER_ENTERPRISE_ID, signedIn, startPortal } from '../kit/app/portal-app.js';

const DATA = '/internal/v1/data';
const AT_NIGHT = '2026-03-29T23:00:00.000+02:00';
const AT_NOON = '2026-03-29T12:00:00.000+02:00';
const PLACE = { lat: 48.1, lng: 11.5, geofence_id: '', inside_geofence: null };
const NOWHERE = { last_location: null, last_location_update: null };

let app: TestApp;
let admin: PortalClient;

beforeAll(async () => {
  app = await startPortal();
  await app.load({
    devices: [
      aDevice(), // at 08:10
      aDevice({ id: 'ahead', last_location_update: AT_NIGHT }),
      aDevice({ id: 'never-told', ...NOWHERE }),
      aDevice({ id: 'nowhere', ...NOWHERE }),
      aDevice({ id: 'only-told' }),
      aDevice({
        id: 'placeless',
        last_location: aLastLocation({ lat: null }),
        last_location_update: AT_NIGHT,
      }),
      aDevice({ id: 'gone', status: 'DELETED' }),
      aDevice({ id: 'foreign', enterprise_id: OTHER_ENTERPRISE_ID, ...NOWHERE }),
    ],
    locations: [
      ...[DEVICE_ID, 'ahead', 'never-told', 'placeless', 'gone'].flatMap((device_id) => [
        aLocation({ device_id, created_at: '2026-03-29T11:00:00.000+02:00' }),
        aLocation({ device_id, created_at: AT_NOON, ...PLACE }),
        aLocation({ device_id, created_at: '2026-03-29T13:00:00.000+02:00', lat: null }),
        aLocation({ device_id, created_at: null }),
      ]),
      aLocation({ device_id: 'foreign', enterprise_id: OTHER_ENTERPRISE_ID }),
      aLocation({ device_id: DEVICE_ID, created_at: '2036-03-29T13:00:00.000+02:00', lng: null }),
    ],
  });
  admin = await signedIn(app);
});
afterAll(() => app.close());

async function lastPositions() {
  const all = bodyOf(await admin.get(`${DATA}/last-positions`)) as unknown as { device_id: string }[];
  return new Map(all.map((position) => [position.device_id, position]));
}

describe('The last positions', () => {
  it('are those of every device that was ever located and is shown, by id', async () => {
    const ids = [...(await lastPositions()).keys()];
    expect(ids).toEqual(['ahead', 'never-told', 'only-told', 'placeless', DEVICE_ID]);
  });

  it.each([DEVICE_ID, 'never-told', 'placeless'])(
    'are the newest stored one with a place, where that is newer than what the device says: %s',
    async (id) => {
      expect((await lastPositions()).get(id)).toMatchObject({
        last_location_update: AT_NOON,
        last_location: aLastLocation({ ...PLACE, provider: 'fused', caller: '' }),
      });
    },
  );

  it.each([
    ['ahead', AT_NIGHT],
    ['only-told', '2026-03-29T08:10:00.000+02:00'],
  ])('are what the device says, where no stored one is newer: %s', async (id, at) => {
    const told = { last_location_update: at, last_location: aLastLocation() };
    expect((await lastPositions()).get(id)).toMatchObject(told);
  });

  it('leave the detail that customers get as it was imported', async () => {
    const customer = await app.customer(ENTERPRISE_ID);
    for (const [id, lastLocation] of [
      [DEVICE_ID, aLastLocation()],
      ['never-told', null],
    ] as const) {
      const { last_location } = await customer.object(`/api/v1/device/id/${id}`);
      expect(last_location).toEqual(lastLocation);
    }
  });
});

describe('The newest position of a device', () => {
  const newest = (id: string) => admin.get(`${DATA}/devices/${id}/locations/newest`);
  const timesOf = async (id: string) =>
    (bodyOf(await newest(id)) as unknown as { created_at: string }[]).map(({ created_at }) => created_at);

  it('is the last stored one up to now, with a place or without', async () => {
    expect(await timesOf(DEVICE_ID)).toEqual(['2026-03-29T13:00:00.000+02:00']);
  });

  it('is none for a device that has no stored position, whatever the device says', async () => {
    expect(await timesOf('only-told')).toEqual([]);
  });

  it.each(['gone', 'foreign', 'unknown'])(
    'is not to be had of a device that is not there: %s',
    async (id) => {
      problemOf(await newest(id), 404, 'device_not_found');
    },
  );
});
