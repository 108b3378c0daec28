import { appWith, customerOf } from '../../kit/app/app-with.js';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  anEnterprise,
  aScreenTime,
} from '../../kit/app/builders.js';

// docs/contract.md, 2.4: "Order: devices by id; usage and screen time by start, then id; applications by ID; locations by
// created_at, then id."

const app = appWith({ enterprises: [anEnterprise()] });
const client = customerOf(app);

it('lists devices by the bytes of their ids', async () => {
  const ids = ['a', '9', 'B', '10', 'ä', 'A ', 'A', '😀', '\uffee', '-', '_'];
  await app.load({ devices: ids.map((id) => aDevice({ id })) });
  const answered = (await client.list('/api/v1/device/')).map(({ id }) => id);
  expect(answered).toEqual(['-', '10', '9', 'A', 'A ', 'B', '_', 'a', 'ä', '\uffee', '😀']);
});

describe.each([
  ['data usage', 'datausage', aDataUsage, '/api/v1/device/datausage/id/t'],
  ['screen time', 'screentime', aScreenTime, '/api/v1/device/screentime/id/t'],
] as const)('%s', (_name, kind, build, path) => {
  it('comes by start, then by id as a number, records without a start first', async () => {
    const later = '2026-03-30T00:00:00.000+02:00';
    const earlier = '2026-03-29T23:59:59.999+02:00';
    await app.load({
      devices: [aDevice({ id: 't' })],
      [kind]: [
        build({ device_id: 't', id: 10, start: later }),
        build({ device_id: 't', id: 9, start: later }),
        build({ device_id: 't', id: 11, start: earlier }),
        build({ device_id: 't', id: 101, start: null }),
        build({ device_id: 't', id: 13, start: '1969-12-31T00:00:00.000+00:00' }),
        build({ device_id: 't', id: 12, start: null }),
      ],
    });
    expect((await client.list(path)).map(({ id }) => id)).toEqual([12, 101, 13, 11, 9, 10]);
  });
});

it('lists applications by ID as a number', async () => {
  const ids = [10, 9, 1000, 1, Number.MAX_SAFE_INTEGER];
  await app.load({
    devices: [aDevice({ id: 't' })],
    applications: ids.map((ID) => anApplication({ device_id: 't', ID })),
  });
  const answered = (await client.list('/api/v1/device/app/id/t')).map(({ ID }) => ID);
  expect(answered).toEqual([1, 9, 10, 1000, Number.MAX_SAFE_INTEGER]);
});

it('lists locations by created_at as an instant, then by id, of one device and of all', async () => {
  const at = (created_at: string | null, id: number, device_id = 't') =>
    aLocation({ created_at, id, device_id });
  await app.load({
    devices: [aDevice({ id: 't' }), aDevice({ id: 'u' })],
    locations: [
      at('2026-03-29T10:00:00.000+02:00', 10),
      at('2026-03-29T09:00:00.000+00:00', 8), // later, though its text sorts first
      at('2026-03-29T10:00:00.000+02:00', 9),
      at(null, 12),
      at('2026-03-29T09:59:59.999+02:00', 11),
      at('2026-03-29T10:00:00.000+02:00', 1, 'u'),
    ],
  });
  const answered = await client.list('/api/v1/device-location/id/t');
  expect(answered.map(({ created_at }) => created_at)).toEqual([
    null,
    '2026-03-29T09:59:59.999+02:00',
    '2026-03-29T10:00:00.000+02:00',
    '2026-03-29T10:00:00.000+02:00',
    '2026-03-29T11:00:00.000+02:00',
  ]);
  const bulk = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
  expect((await client.list(bulk)).map(({ id }) => id)).toEqual([11, 1, 9, 10, 8]);
});
