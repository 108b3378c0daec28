import type { DeviceLocation } from '../../api/records.js';
import { distance, drawnLatitude, type LngLat, unrolled } from '../../map/places.js';

/** A location with time and coordinates. */
export interface Fix {
  at: number;
  place: LngLat;
  record: DeviceLocation & { created_at: string };
}

/** Sorts the locations by time. Skips those without a time or coordinates. */
export function fixesOf(locations: readonly DeviceLocation[]): Fix[] {
  return locations
    .flatMap((record): Fix[] => {
      const { created_at: time, lat, lng } = record;
      if (time === null || lat === null || lng === null) return [];
      return [{ at: Date.parse(time), place: [lng, lat], record: { ...record, created_at: time } }];
    })
    .toSorted((a, b) => a.at - b.at);
}

export function lengthOf(fixes: readonly Fix[]): number {
  return fixes.reduce((sum, fix, index) => {
    const before = fixes[index - 1];
    return before ? sum + distance(before.place, fix.place) : 0;
  }, 0);
}

interface Stretch {
  way: [number, number][];
  /** The time from 0 at the start of the track to 1 at its end. */
  when: number;
  /** True if the device reported no location for more than 45 minutes. */
  isGap: boolean;
}

const GAP_MS = 45 * 60_000;
const SHADES = 40;

/** Returns the places of a track as the map draws them. Longitudes may exceed 180 after the date line. */
export const wayOf = (fixes: readonly Fix[]): [number, number][] =>
  unrolled(fixes.map(({ place: [lng, lat] }) => [lng, drawnLatitude(lat)]));

/** Splits a track into pieces of one color. Neighbors share a point, so that the line has no gaps. */
export function stretchesOf(fixes: readonly Fix[]): Stretch[] {
  const way = wayOf(fixes);
  const first = fixes[0]?.at ?? 0;
  const span = Math.max((fixes.at(-1)?.at ?? 0) - first, 1);
  const stretches: Stretch[] = [];
  for (const [index, { at }] of fixes.entries()) {
    const [before, from, to] = [fixes[index - 1], way[index - 1], way[index]];
    if (!before || !from || !to) continue;
    const when = Math.round((SHADES * (before.at - first)) / span) / SHADES;
    const isGap = at - before.at > GAP_MS;
    const last = stretches.at(-1);
    if (last?.when === when && last.isGap === isGap) last.way.push(to);
    else stretches.push({ way: [from, to], when, isGap });
  }
  return stretches;
}

/** The first and last location at a place where the device stayed. */
export interface Stop {
  from: Fix;
  until: Fix;
}

const STOP_RADIUS_M = 150;
const LEAST_STAY_MS = 10 * 60_000;

/** Finds the places where a device stayed for at least 10 minutes within 150 meters. */
export function stopsOf(fixes: readonly Fix[]): Stop[] {
  const stays: Fix[][] = [];
  for (const fix of fixes) {
    const stay = stays.at(-1);
    const [first] = stay ?? [];
    if (stay && first && distance(first.place, fix.place) <= STOP_RADIUS_M) stay.push(fix);
    else stays.push([fix]);
  }
  return stays.flatMap((stay) => {
    const [from, until] = [stay[0], stay.at(-1)];
    return from && until && until.at - from.at >= LEAST_STAY_MS ? { from, until } : [];
  });
}
