import type { DeviceLocation } from '../../api/types.js';
import { type TrackPoint, toTrackPoints, stopsOf, segmentsOf } from './track-points.js';

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

test('a track has its locations in order of time', () => {
  const trackPoints = toTrackPoints([
    aLocation({ created_at: '2026-04-01T12:00:00+02:00', lat: 2 }),
    aLocation({ created_at: '2026-04-01T11:00:00+02:00', lat: 1 }),
  ]);
  expect(trackPoints.map(({ coordinates: [, lat] }) => lat)).toEqual([1, 2]);
});

test('a track skips locations without coordinates or time', () => {
  expect(
    toTrackPoints([aLocation({}), aLocation({ lat: null }), aLocation({ created_at: null })]),
  ).toHaveLength(1);
});

test('locations with equal values have different ids', () => {
  const [first, second] = toTrackPoints([aLocation({}), aLocation({})]);
  expect(first?.record).toEqual(second?.record);
  expect(first?.id).not.toBe(second?.id);
});

test('a new segment starts when the color changes, and after a long time without reports', () => {
  const at = (time: string, lng: number) =>
    aLocation({ created_at: `2026-04-01T${time}:00+02:00`, lat: 1, lng });
  const track = [at('10:00', 179), at('10:20', -179), at('10:40', -178), at('14:00', -177)];
  const segments = segmentsOf(toTrackPoints(track));
  expect(segments.map(({ path, when, isGap }) => [path.map(([lng]) => lng), when, isGap])).toEqual([
    [[179, 181], 0, false],
    [[181, 182], 0.075, false],
    [[182, 183], 0.175, true],
  ]);
});

const MINUTE_MS = 60_000;
const START = Date.parse('2026-04-01T08:00:00Z');

/** A degree of latitude has about 111 km. */
const aTrackPoint = (minute: number, meters: number): TrackPoint => {
  const created_at = new Date(START + minute * MINUTE_MS).toISOString();
  return {
    id: minute,
    at: START + minute * MINUTE_MS,
    coordinates: [13.4, 52.5 + meters / 111_000],
    record: { created_at } as TrackPoint['record'],
  };
};

it('finds a stay of 10 minutes within 150 meters', () => {
  const track = [
    aTrackPoint(0, 0),
    aTrackPoint(5, 1000),
    aTrackPoint(10, 1100),
    aTrackPoint(15, 1040),
    aTrackPoint(20, 5000),
    aTrackPoint(25, 5000),
  ];
  expect(stopsOf(track)).toEqual([{ from: track[1], until: track[3] }]);
});

it('counts a return as another stop', () => {
  const track = [
    aTrackPoint(0, 0),
    aTrackPoint(10, 0),
    aTrackPoint(15, 900),
    aTrackPoint(20, 0),
    aTrackPoint(35, 0),
  ];
  expect(stopsOf(track).map(({ from }) => from)).toEqual([track[0], track[3]]);
});

it('finds no stop in a moving track or an empty one', () => {
  expect(stopsOf([aTrackPoint(0, 0), aTrackPoint(20, 400), aTrackPoint(40, 800)])).toEqual([]);
  expect(stopsOf([])).toEqual([]);
});
