import { geoMercator, type GeoProjection } from 'd3-geo';
import type { Size, View } from './view.js';

const MARGIN = 4;

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
