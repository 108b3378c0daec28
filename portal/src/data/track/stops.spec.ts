import { daysOf } from './days-of.js';
import { stopsOf } from './stops.js';
import type { Fix } from './track-points.js';

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
  expect(stopsOf(track)).toEqual([{ number: 1, place: track[1]!.place, from: track[1], until: track[3] }]);
});

it('counts a return as another stop', () => {
  const track = [aFix(0, 0), aFix(10, 0), aFix(15, 900), aFix(20, 0), aFix(35, 0)];
  expect(stopsOf(track).map(({ number, from }) => [number, from])).toEqual([
    [1, track[0]],
    [2, track[3]],
  ]);
});

it('finds none in a moving track or in none', () => {
  expect(stopsOf([aFix(0, 0), aFix(20, 400), aFix(40, 800)])).toEqual([]);
  expect(stopsOf([])).toEqual([]);
});

it('divides a track into days, the newest first', () => {
  const [first, second, third] = [aFix(0, 0), aFix(10, 0), aFix(24 * 60, 0)];
  expect(daysOf([first, second, third])).toEqual([
    { day: '2026-04-02', fixes: [third] },
    { day: '2026-04-01', fixes: [first, second] },
  ]);
});
