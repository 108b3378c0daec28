import type { LastPosition } from '../../api/records.js';
import type { LngLat } from '../../map/view.js';

/** A device with where and when it was last. */
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

export interface Group {
  x: number;
  y: number;
  members: readonly Placed[];
}

const NEAR_PX = 28;
const NAME_PX = { width: 64, height: 30 };

/** Whether the name above a point would stand on another point. */
export const hasRoom = (group: Group, groups: readonly Group[]): boolean =>
  !groups.some(
    (other) =>
      other !== group &&
      Math.abs(other.x - group.x) < NAME_PX.width / 2 + 14 &&
      group.y - other.y > -12 &&
      group.y - other.y < NAME_PX.height + 14,
  );

/** Puts together what would lie on top of each other on the screen. */
export function grouped(
  positions: readonly Placed[],
  toScreen: (place: LngLat) => [number, number],
): Group[] {
  const groups: { x: number; y: number; members: Placed[] }[] = [];
  for (const position of positions) {
    const [x, y] = toScreen(position.place);
    const near = groups.find((group) => Math.hypot(group.x - x, group.y - y) < NEAR_PX);
    if (near) near.members.push(position);
    else groups.push({ x, y, members: [position] });
  }
  return groups;
}
