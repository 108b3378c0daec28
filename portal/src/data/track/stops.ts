import { distance, type LngLat } from '../../map/places.js';
import type { Fix } from './track-points.js';

/** A place where the device stayed. */
export interface Stop {
  /** The number on the map, from 1. */
  number: number;
  place: LngLat;
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
  return stays
    .flatMap((stay) => {
      const [from, until] = [stay[0], stay.at(-1)];
      if (!from || !until || until.at - from.at < LEAST_STAY_MS) return [];
      return [{ place: from.place, from, until }];
    })
    .map((stop, index) => ({ number: index + 1, ...stop }));
}
