/** Longitude before latitude, as in GeoJSON. */
export type LngLat = readonly [number, number];

const FULL_TURN = 360;
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;
/** The maximum latitude on the map, which ends near 85 degrees. Points beyond it are drawn near the edge. */
const MAX_LATITUDE = 84;

/** Normalizes a longitude to the range from -180 to below 180. */
export const normalizeLongitude = (lng: number): number =>
  lng - FULL_TURN * Math.floor((lng + FULL_TURN / 2) / FULL_TURN);

export const clampLatitude = (lat: number): number => Math.min(Math.max(lat, -MAX_LATITUDE), MAX_LATITUDE);

/** Adds full turns to a longitude, so that it is nearest to another one. */
export const nearestLongitude = (lng: number, reference: number): number =>
  lng + FULL_TURN * Math.round((reference - lng) / FULL_TURN);

/** Adds full turns to longitudes, so that a line does not jump at the date line. */
export function unwrapLongitudes(path: readonly LngLat[]): [number, number][] {
  let previous = path[0]?.[0] ?? 0;
  return path.map(([lng, lat]) => [(previous = nearestLongitude(lng, previous)), lat]);
}

/** Returns the smallest box that contains all points. Its east may exceed 180. */
export function boundsOf(points: readonly LngLat[]): [[number, number], [number, number]] {
  const sorted = points.map(([lng]) => normalizeLongitude(lng)).toSorted((a, b) => a - b);
  let [west = 0, east = west] = [sorted[0], sorted.at(-1)];
  for (const [index, lng] of sorted.entries()) {
    // the shortest arc leaves out the widest gap between neighbors
    const previous = sorted[index - 1] ?? lng;
    if (FULL_TURN - (lng - previous) < east - west) [west, east] = [lng, previous + FULL_TURN];
  }
  const [south, north] = points.reduce(
    ([least, most], [, lat]) => [Math.min(least, lat), Math.max(most, lat)],
    [MAX_LATITUDE, -MAX_LATITUDE],
  );
  return [
    [west, clampLatitude(south)],
    [east, clampLatitude(north)],
  ];
}

/** Returns the distance between two points along a great circle, in meters. */
export function distance([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const root = half(lat2 - lat1) + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * half(lng2 - lng1);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(root));
}
