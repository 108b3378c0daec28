import { z } from 'zod';
import type { JsonObject } from '../../streaming/row-objects.js';
import type { LocationsService } from '../locations/locations.service.js';
import { day, deviceId, deviceIds, limit } from './tool-arguments.js';
import { fitted, inOrder, tool } from './tool.js';

const LATEST = ['device_id', 'created_at', 'lat', 'lng', 'accuracy', 'provider'];
const POINT = ['created_at', 'lat', 'lng', 'accuracy'];

export const latestLocations = (locations: LocationsService) =>
  tool({
    name: 'latest_locations',
    description:
      'Get the newest location of each device, ordered by device_id, as {locations, total}. accuracy is in meters.',
    schema: z.strictObject({ device_id: deviceIds(), limit: limit(1, 1_000, 50) }),
    run: async ({ device_id: ids, limit: most }, { enterprise, read }) => {
      const query = { fields: LATEST, ...(ids !== undefined && { device_id: [ids].flat() }) };
      const rows = locations.listLatest(enterprise, query);
      const { shown, total } = await read(async (connection, pace) => {
        const found = { shown: [] as JsonObject[], total: 0 };
        await rows.forEach(connection, pace, (location) => {
          if (found.total++ < most) found.shown.push(inOrder(location, LATEST));
        });
        return found;
      });
      return fitted(shown, (some) => ({ locations: some, total }));
    },
  });

export const deviceTrack = (locations: LocationsService) =>
  tool({
    name: 'device_track',
    description:
      'Get the locations of one device in a range of days, by time, as {points, total, thinned}. If there are more than limit, the points are evenly thinned.',
    schema: z.strictObject({
      device_id: deviceId(),
      startdate: day('First'),
      enddate: day('Last'),
      limit: limit(2, 500, 200),
    }),
    run: async ({ device_id: id, limit: most, ...days }, { enterprise, read }) => {
      const rows = locations.listInDays(enterprise, id, { ...days, fields: POINT });
      const { points, total } = await read(async (connection, pace) => {
        let count = 0;
        await rows.forEach(connection, pace, () => count++);
        const kept = evenly(count, most);
        const found: JsonObject[] = [];
        let at = 0;
        await rows.forEach(connection, pace, (point) => {
          if (kept.has(at++)) found.push(inOrder(point, POINT));
        });
        return { points: found, total: count };
      });
      return fitted(points, (shown) => ({ points: shown, total, thinned: total > most }));
    },
  });

/** Returns up to `most` of the first `count` numbers, evenly spaced, with the first and the last. */
export function evenly(count: number, most: number): ReadonlySet<number> {
  if (count <= most) return new Set(Array(count).keys());
  return new Set(Array.from({ length: most }, (_, at) => Math.round((at * (count - 1)) / (most - 1))));
}
