/** Longitude before latitude, as in GeoJSON. */
export type LngLat = readonly [number, number];

const TURN = 360;
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;
/** The last latitude within the map, which ends near 85 degrees. Places beyond it are drawn near the edge. */
const LAST_LATITUDE = 84;

/** Normalizes a longitude to the range from -180 to below 180. */
export const wrapped = (lng: number): number => lng - TURN * Math.floor((lng + TURN / 2) / TURN);

export const drawnLatitude = (lat: number): number => Math.min(Math.max(lat, -LAST_LATITUDE), LAST_LATITUDE);

/** Adds full turns to a longitude, so that it is nearest to another one. */
export const near = (lng: number, other: number): number => lng + TURN * Math.round((other - lng) / TURN);

/** Adds full turns to longitudes, so that a line does not jump at the date line. */
export function unrolled(way: readonly LngLat[]): [number, number][] {
  let before = way[0]?.[0] ?? 0;
  return way.map(([lng, lat]) => [(before = near(lng, before)), lat]);
}

/** Returns the smallest box that contains all places. Its east may exceed 180. */
export function boundsOf(places: readonly LngLat[]): [[number, number], [number, number]] {
  const sorted = places.map(([lng]) => wrapped(lng)).toSorted((a, b) => a - b);
  let [west = 0, east = west] = [sorted[0], sorted.at(-1)];
  for (const [index, lng] of sorted.entries()) {
    // the shortest arc leaves out the widest gap between neighbors
    const previous = sorted[index - 1] ?? lng;
    if (TURN - (lng - previous) < east - west) [west, east] = [lng, previous + TURN];
  }
  const [south, north] = places.reduce(
    ([least, most], [, lat]) => [Math.min(least, lat), Math.max(most, lat)],
    [LAST_LATITUDE, -LAST_LATITUDE],
  );
  return [
    [west, drawnLatitude(south)],
    [east, drawnLatitude(north)],
  ];
}

/** Returns the meters between two places along a great circle. */
export function distance([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const root = half(lat2 - lat1) + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * half(lng2 - lng1);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(root));
}
