import type { LastPosition } from '../../api/records.js';
import type { LngLat } from '../../map/places.js';

/** A device with its last location and time. */
export interface Placed {
  id: string;
  model: string;
  status: string;
  at: string;
  place: LngLat;
}

export function placed(positions: readonly LastPosition[]): Placed[] {
  return positions.flatMap(
    ({ device_id: id, model, status, last_location: last, last_location_update: at }) => {
      if (at === null || last.lat === null || last.lng === null) return [];
      return { id, model, status, at, place: [last.lng, last.lat] as const };
    },
  );
}
