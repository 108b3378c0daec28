import type { DeviceLocation } from '../../api/records.js';
import { type Fix, fixesOf, stopsOf, stretchesOf } from './track-points.js';

const aLocation = (values: Partial<DeviceLocation>): DeviceLocation => ({
  created_at: '2026-04-01T10:00:00+02:00',
  imei: '',
  lat: 52.5,
  lng: 13.4,
  accuracy: null,
  altitude: null,
  provider: 'gps',
  geofence_id: '',
  inside_geofence: null,
  using_mock_location: null,
  ...values,
});

test('a track goes through its positions in the order of their time', () => {
  const fixes = fixesOf([
    aLocation({ created_at: '2026-04-01T12:00:00+02:00', lat: 2 }),
    aLocation({ created_at: '2026-04-01T11:00:00+02:00', lat: 1 }),
  ]);
  expect(fixes.map(({ place: [, lat] }) => lat)).toEqual([1, 2]);
});

test('what has no place or no time cannot be drawn', () => {
  expect(fixesOf([aLocation({}), aLocation({ lat: null }), aLocation({ created_at: null })])).toHaveLength(1);
});

test('a track is cut where its colour changes, and where nothing was reported for long', () => {
  const at = (time: string, lng: number) =>
    aLocation({ created_at: `2026-04-01T${time}:00+02:00`, lat: 1, lng });
  const track = [at('10:00', 179), at('10:20', -179), at('10:40', -178), at('14:00', -177)];
  const stretches = stretchesOf(fixesOf(track));
  expect(stretches.map(({ way, when, isGap }) => [way.map(([lng]) => lng), when, isGap])).toEqual([
    [[179, 181], 0, false],
    [[181, 182], 0.075, false],
    [[182, 183], 0.175, true],
  ]);
});

const MINUTE_MS = 60_000;
const START = Date.parse('2026-04-01T08:00:00Z');

/** A degree of latitude has about 111 km. */
const aFix = (minute: number, meters: number): Fix => {
  const created_at = new Date(START + minute * MINUTE_MS).toISOString();
  return {
    at: START + minute * MINUTE_MS,
    place: [13.4, 52.5 + meters / 111_000],
    record: { created_at } as Fix['record'],
  };
};

it('finds a stay of 10 minutes within 150 meters', () => {
  const track = [aFix(0, 0), aFix(5, 1000), aFix(10, 1100), aFix(15, 1040), aFix(20, 5000), aFix(25, 5000)];
  expect(stopsOf(track)).toEqual([{ from: track[1], until: track[3] }]);
});

it('counts a return as another stop', () => {
  const track = [aFix(0, 0), aFix(10, 0), aFix(15, 900), aFix(20, 0), aFix(35, 0)];
  expect(stopsOf(track).map(({ from }) => from)).toEqual([track[0], track[3]]);
});

it('finds none in a moving track or in none', () => {
  expect(stopsOf([aFix(0, 0), aFix(20, 400), aFix(40, 800)])).toEqual([]);
  expect(stopsOf([])).toEqual([]);
});
