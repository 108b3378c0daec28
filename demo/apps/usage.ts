import type { DeviceState } from '../devices/device-state.js';
import { MINUTE } from '../seed/local-clock.js';
import { SeededRandom } from '../seed/seeded-random.js';
import { usageProfiles, type AppUsageProfile } from './usage-profiles.js';

const MAX_SCREEN_TIME_MS = 11 * 60 * MINUTE;
const MEGABYTE = 1_000_000;

export function dataUsageOf(state: DeviceState, day: string) {
  const random = new SeededRandom(state.fleet.id, state.device.id, 'traffic', day);
  const activityFactor = activityFactorOf(state, day, random);
  const hasSim = state.device.carriers.length > 0;
  const networkProfiles = usageProfiles[state.device.role].filter(({ mobile, wifi }) => mobile + wifi > 0);
  const rows = pickProfiles(networkProfiles, rowCountOf(state, day, random) - 1, random).map((profile) => ({
    packageName: profile.packageName,
    mobile: hasSim ? bytes(profile.mobile * activityFactor, random) : 0,
    wifi: bytes(profile.wifi * (0.2 + 0.8 * activityFactor), random),
  }));
  rows.sort((a, b) => b.mobile + b.wifi - a.mobile - a.wifi);
  const other = {
    mobile: hasSim ? bytes(9 * activityFactor, random) : 0,
    wifi: bytes(4 + 17 * activityFactor, random),
  };
  return [...rows, { packageName: 'OTHER', ...other }];
}

export function screenTimeOf(state: DeviceState, day: string) {
  const random = new SeededRandom(state.fleet.id, state.device.id, 'screen', day);
  const activityFactor = activityFactorOf(state, day, random);
  const shown = usageProfiles[state.device.role].filter(({ minutes }) => minutes > 0);
  const rows = pickProfiles(shown, rowCountOf(state, day, random), random).map(
    ({ packageName, minutes }) => ({
      packageName,
      milliseconds:
        Math.round(minutes * MINUTE * activityFactor * random.between(0.55, 1.5)) +
        random.integer(900, 9_000),
    }),
  );
  const total = rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const scale = Math.min(1, MAX_SCREEN_TIME_MS / total);
  return rows
    .map((row) => ({ ...row, milliseconds: Math.floor(row.milliseconds * scale) }))
    .sort((a, b) => b.milliseconds - a.milliseconds);
}

function activityFactorOf({ fleet }: DeviceState, day: string, random: SeededRandom): number {
  return fleet.isRestDay(day) ? random.between(0.02, 0.12) : random.between(0.75, 1.25);
}

function rowCountOf({ fleet }: DeviceState, day: string, random: SeededRandom): number {
  return fleet.isRestDay(day) ? random.integer(6, 7) : random.integer(8, 9);
}

function pickProfiles(
  profiles: readonly AppUsageProfile[],
  count: number,
  random: SeededRandom,
): AppUsageProfile[] {
  return [...profiles.slice(0, 4), ...random.shuffled(profiles.slice(4))].slice(0, count);
}

function bytes(megabytes: number, random: SeededRandom): number {
  return Math.round(megabytes * MEGABYTE * random.between(0.5, 1.6));
}
