import { geoBounds, type GeoPermissibleObjects } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countriesText from 'world-atlas/countries-50m.json?raw';
import landText from 'world-atlas/land-110m.json?raw';
import type { Arc } from './longitude.js';

export interface Country {
  shape: GeoPermissibleObjects;
  arc: Arc;
  south: number;
  north: number;
}

const countriesAtlas = JSON.parse(countriesText) as Topology<{ countries: GeometryCollection }>;
const landAtlas = JSON.parse(landText) as Topology<{ land: GeometryCollection }>;

/** The countries of the world, with what is needed to leave out those that are not in sight. */
export const countries: readonly Country[] = feature(
  countriesAtlas,
  countriesAtlas.objects.countries,
).features.map((shape) => {
  const [[west, south], [east, north]] = geoBounds(shape);
  const crossesDateLine = west > east;
  return { shape, arc: { west, width: east - west + (crossesDateLine ? 360 : 0) }, south, north };
});

/** The land of the world, coarse: for an overview. */
export const land: GeoPermissibleObjects = feature(landAtlas, landAtlas.objects.land);
