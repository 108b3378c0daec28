import { geoMercator, type GeoProjection } from 'd3-geo';
import { drawnLatitude, type LngLat, type Size, type View } from './view.js';

const MARGIN = 4;
const OUT_OF_SIGHT: [number, number] = [-100, -100];

/** Draws places and shapes as a view shows them. What lies outside the picture is cut off. */
export function projectionOf({ middle, scale, left, top }: View, { width, height }: Size): GeoProjection {
  return geoMercator()
    .precision(0)
    .rotate([-middle, 0])
    .scale(scale)
    .translate([left, top])
    .clipExtent([
      [-MARGIN, -MARGIN],
      [width + MARGIN, height + MARGIN],
    ]);
}

/** Where a place is on the picture. */
export const pointOf = (projection: GeoProjection, [lng, lat]: LngLat): [number, number] =>
  projection([lng, drawnLatitude(lat)]) ?? OUT_OF_SIGHT;
