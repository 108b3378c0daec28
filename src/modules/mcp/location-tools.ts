import { z } from 'zod';
import type { JsonObject } from '../../streaming/row-stream.js';
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
    run: async ({ device_id, limit: most }, { enterprise, read }) => {
      const rows = locations.listLatest(enterprise, { fields: LATEST, device_id });
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
      const { found, total } = await read((connection, pace) =>
        readTrack((use) => rows.forEach(connection, pace, use), most),
      );
      const points = found.map((point) => inOrder(point, POINT));
      return fitted(points, (shown) => ({ points: shown, total, thinned: total > points.length }));
    },
  });

/**
 * Reads a track again if it is longer than `most`. An import can change it between the two reads, so `total` and the
 * last point are those of the second one.
 */
async function readTrack(
  forEach: (use: (point: JsonObject) => void) => Promise<void>,
  most: number,
): Promise<{ found: readonly JsonObject[]; total: number }> {
  let found: JsonObject[] = [];
  let total = 0;
  await forEach((point) => {
    if (total++ < most) found.push(point);
  });
  if (total <= most) return { found, total };
  const kept = evenly(total, most);
  let last: JsonObject | undefined;
  [found, total] = [[], 0];
  await forEach((point) => {
    last = point;
    if (kept.has(total++)) found.push(point);
  });
  if (last && found.at(-1) !== last) found.splice(most - 1, 1, last);
  return { found, total };
}

/** Returns `most` of the first `count` numbers, evenly spaced, with the first and the last. */
const evenly = (count: number, most: number): ReadonlySet<number> =>
  new Set(Array.from({ length: most }, (_, at) => Math.round((at * (count - 1)) / (most - 1))));
