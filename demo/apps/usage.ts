import type { DeviceState } from '../devices/device-state.js';
import { MINUTE } from '../seed/local-clock.js';
import { SeededRandom } from '../seed/seeded-random.js';
import { habits, type Habit } from './usage-profiles.js';

const LONGEST_DAY = 11 * 60 * MINUTE;
const MEGABYTE = 1_000_000;

export function trafficOf(state: DeviceState, day: string) {
  const random = new SeededRandom(state.fleet.id, state.device.id, 'traffic', day);
  const rhythm = rhythmOf(state, day, random);
  const hasSim = state.device.carriers.length > 0;
  const talkative = habits[state.device.role].filter(({ mobile, wifi }) => mobile + wifi > 0);
  const rows = chosen(talkative, rowsOf(state, day, random) - 1, random).map((habit) => ({
    packageName: habit.packageName,
    mobile: hasSim ? bytes(habit.mobile * rhythm, random) : 0,
    wifi: bytes(habit.wifi * (0.2 + 0.8 * rhythm), random),
  }));
  rows.sort((a, b) => b.mobile + b.wifi - a.mobile - a.wifi);
  const rest = { mobile: hasSim ? bytes(9 * rhythm, random) : 0, wifi: bytes(4 + 17 * rhythm, random) };
  return [...rows, { packageName: 'OTHER', ...rest }];
}

export function screenTimeOf(state: DeviceState, day: string) {
  const random = new SeededRandom(state.fleet.id, state.device.id, 'screen', day);
  const rhythm = rhythmOf(state, day, random);
  const shown = habits[state.device.role].filter(({ minutes }) => minutes > 0);
  const rows = chosen(shown, rowsOf(state, day, random), random).map(({ packageName, minutes }) => ({
    packageName,
    milliseconds:
      Math.round(minutes * MINUTE * rhythm * random.between(0.55, 1.5)) + random.whole(900, 9_000),
  }));
  const total = rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const fits = Math.min(1, LONGEST_DAY / total);
  return rows
    .map((row) => ({ ...row, milliseconds: Math.floor(row.milliseconds * fits) }))
    .sort((a, b) => b.milliseconds - a.milliseconds);
}

function rhythmOf({ fleet }: DeviceState, day: string, random: SeededRandom): number {
  return fleet.isRestDay(day) ? random.between(0.02, 0.12) : random.between(0.75, 1.25);
}

function rowsOf({ fleet }: DeviceState, day: string, random: SeededRandom): number {
  return fleet.isRestDay(day) ? random.whole(6, 7) : random.whole(8, 9);
}

function chosen(habits: readonly Habit[], count: number, random: SeededRandom): Habit[] {
  return [...habits.slice(0, 4), ...random.shuffled(habits.slice(4))].slice(0, count);
}

function bytes(megabytes: number, random: SeededRandom): number {
  return Math.round(megabytes * MEGABYTE * random.between(0.5, 1.6));
}
