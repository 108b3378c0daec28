import { geoMercator, type GeoProjection } from 'd3-geo';
import type { ZoomTransform } from 'd3-zoom';

/** Longitude before latitude, as in GeoJSON. */
export type LngLat = readonly [number, number];

export interface Size {
  width: number;
  height: number;
}

const EARTH_RADIUS_M = 6_371_008.8;
const PADDING = 48;
/** One lonely point is shown with its surroundings. */
const LEAST_WIDTH_M = 600;
const RADIANS = Math.PI / 180;

export const metresPerPixel = (scale: number, latitude: number): number =>
  (EARTH_RADIUS_M * Math.cos(latitude * RADIANS)) / scale;

/** The projection that shows all points with room around them. */
export function fitted(points: readonly LngLat[], { width, height }: Size): GeoProjection {
  const projection = geoMercator().precision(0);
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  projection.fitExtent(
    [
      [PADDING, PADDING],
      [Math.max(width - PADDING, PADDING + 1), height - PADDING],
    ],
    {
      type: 'MultiPoint',
      coordinates: [
        [west, south],
        [east, north],
      ],
    },
  );
  const closest = (width * EARTH_RADIUS_M * Math.cos(((south + north) / 2) * RADIANS)) / LEAST_WIDTH_M;
  if (projection.scale() <= closest) return projection;
  return geoMercator()
    .precision(0)
    .center([(west + east) / 2, (south + north) / 2])
    .scale(closest)
    .translate([width / 2, height / 2]);
}

/** The projection after the reader has moved and zoomed. What lies outside the picture is cut off. */
export function moved(
  base: GeoProjection,
  { k, x, y }: ZoomTransform,
  { width, height }: Size,
): GeoProjection {
  const [left, top] = base.translate();
  return geoMercator()
    .precision(0)
    .center(base.center())
    .scale(base.scale() * k)
    .translate([left * k + x, top * k + y])
    .clipExtent([
      [-4, -4],
      [width + 4, height + 4],
    ]);
}

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export function boundsOf(projection: GeoProjection, { width, height }: Size): Bounds {
  const [west, north] = projection.invert?.([0, 0]) ?? [-180, 85];
  const [east, south] = projection.invert?.([width, height]) ?? [180, -85];
  return { west, south, east, north };
}

/** Metres between two points, along a great circle. */
export function distance([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const root = half(lat2 - lat1) + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * half(lng2 - lng1);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(root));
}
