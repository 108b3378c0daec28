import { arcOf, wrapped } from './longitude.js';

/** Longitude before latitude, as in GeoJSON. */
export type LngLat = readonly [number, number];

export interface Size {
  width: number;
  height: number;
}

/** How the world lies on the picture, in Mercator's projection. */
export interface View {
  /** The longitude in the middle of the world; it is cut open on the other side of the globe. */
  middle: number;
  /** Pixels to a radian. */
  scale: number;
  /** Where the middle meets the equator. */
  left: number;
  top: number;
}

/** What a view shows. East is always more than west, if need be beyond 180 degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;
const PADDING = 48;
/** What the buttons at the right edge take. */
const CONTROLS_WIDTH = 46;
/** One lonely point is shown with its surroundings. */
const LEAST_WIDTH_M = 600;
/** Closer than this there is nothing more to see: a house fills the picture. */
const CLOSEST_M_PER_PX = 0.2;

const latitudeAt = (y: number): number => (2 * Math.atan(Math.exp(y)) - Math.PI / 2) / RADIANS;

/** The world is drawn as a square: it ends near 85 degrees, as the poles would lie infinitely far away. */
const LAST_LATITUDE = latitudeAt(Math.PI);

/** Where a latitude is drawn: what lies beyond the edge of the drawn world stands on the edge. */
export const drawnLatitude = (latitude: number): number =>
  Math.min(Math.max(latitude, -LAST_LATITUDE), LAST_LATITUDE);

export const metresPerPixel = (scale: number, latitude: number): number =>
  (EARTH_RADIUS_M * Math.cos(drawnLatitude(latitude) * RADIANS)) / scale;

/** How far north of the equator a latitude is drawn. */
const northing = (latitude: number): number =>
  Math.log(Math.tan(Math.PI / 4 + (drawnLatitude(latitude) * RADIANS) / 2));

export const xOf = ({ left, scale, middle }: View, lng: number): number =>
  left + scale * (lng - middle) * RADIANS;

export const yOf = ({ top, scale }: View, lat: number): number => top - scale * northing(lat);

/** The view that shows all points with room around them. */
export function fitted(points: readonly LngLat[], { width, height }: Size): View {
  const { west, width: span } = arcOf(points.map(([lng]) => lng));
  const [south, north] = points.reduce(
    ([least, most], [, lat]) => [Math.min(least, northing(lat)), Math.max(most, northing(lat))],
    [Math.PI, -Math.PI],
  );
  const room = width - CONTROLS_WIDTH;
  const padding = Math.min(PADDING, room / 8);
  const across = (room - 2 * padding) / (span * RADIANS);
  const upright = (height - 2 * padding) / (north - south);
  const centre = (south + north) / 2;
  const closest = (width * metresPerPixel(1, latitudeAt(centre))) / LEAST_WIDTH_M;
  const scale = Math.min(across, upright, closest);
  return {
    middle: wrapped(west + span / 2),
    scale,
    left: room / 2,
    top: height / 2 + scale * centre,
  };
}

/** The view after the reader has moved and zoomed. */
export function moved(
  { middle, scale, left, top }: View,
  { k, x, y }: { k: number; x: number; y: number },
): View {
  return { middle, scale: scale * k, left: left * k + x, top: top * k + y };
}

export interface Limits {
  /** How often the first view may be made smaller and larger. */
  factors: [number, number];
  /** The corners of the world in the first view. */
  corners: [[number, number], [number, number]];
}

/** How far the reader may move and zoom: out to the whole world, in to a few metres, and not off the world. */
export function limitsOf({ scale, left, top }: View, { width }: Size): Limits {
  const farthest = Math.min(width / (2 * Math.PI), scale);
  const closest = Math.max(EARTH_RADIUS_M / CLOSEST_M_PER_PX, scale);
  const half = Math.PI * scale;
  return {
    factors: [farthest / scale, closest / scale],
    corners: [
      [left - half, top - half],
      [left + half, top + half],
    ],
  };
}

export function boundsOf({ middle, scale, left, top }: View, { width, height }: Size): Bounds {
  const longitudeAt = (x: number): number => middle + (x - left) / scale / RADIANS;
  return {
    west: Math.max(longitudeAt(0), middle - 180),
    south: latitudeAt((top - height) / scale),
    east: Math.min(longitudeAt(width), middle + 180),
    north: latitudeAt(top / scale),
  };
}

/** Metres between two points, along a great circle. */
export function distance([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const root = half(lat2 - lat1) + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * half(lng2 - lng1);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(root));
}
