/** Longitude before latitude, as in GeoJSON. */
export type LngLat = readonly [number, number];

const TURN = 360;
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;
/** The world is drawn as a square that ends near 85 degrees: what lies beyond this stands near its edge, in sight. */
const LAST_LATITUDE = 84;

/** The same meridian, named from -180 up to but not including 180. */
export const wrapped = (lng: number): number => lng - TURN * Math.floor((lng + TURN / 2) / TURN);

export const drawnLatitude = (lat: number): number => Math.min(Math.max(lat, -LAST_LATITUDE), LAST_LATITUDE);

/** The meridian of a longitude, named so that it is the nearest to another. */
export const near = (lng: number, other: number): number => lng + TURN * Math.round((other - lng) / TURN);

/** A way as it is drawn: without a jump where it crosses the date line. */
export function unrolled(way: readonly LngLat[]): [number, number][] {
  let before = way[0]?.[0] ?? 0;
  return way.map(([lng, lat]) => [(before = near(lng, before)), lat]);
}

/** The least part of the world with all of them in it; east may be named beyond 180. */
export function boundsOf(places: readonly LngLat[]): [[number, number], [number, number]] {
  const sorted = places.map(([lng]) => wrapped(lng)).toSorted((a, b) => a - b);
  let [west = 0, east = west] = [sorted[0], sorted.at(-1)];
  for (const [index, lng] of sorted.entries()) {
    // what an arc leaves out is a gap between neighbours: the widest for the shortest arc
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

/** Metres between two places, along a great circle. */
export function distance([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const root = half(lat2 - lat1) + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * half(lng2 - lng1);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(root));
}
