import { geoBounds, type GeoPermissibleObjects } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countriesText from 'world-atlas/countries-50m.json?raw';
import landText from 'world-atlas/land-110m.json?raw';

export interface Country {
  shape: GeoPermissibleObjects;
  /** West, south, east, north in degrees; west lies east of east where it crosses the date line. */
  bounds: readonly [number, number, number, number];
}

const countriesAtlas = JSON.parse(countriesText) as Topology<{ countries: GeometryCollection }>;
const landAtlas = JSON.parse(landText) as Topology<{ land: GeometryCollection }>;

/** The countries of the world, with what is needed to leave out those that are not in sight. */
export const countries: readonly Country[] = feature(
  countriesAtlas,
  countriesAtlas.objects.countries,
).features.map((shape) => {
  const [[west, south], [east, north]] = geoBounds(shape);
  return { shape, bounds: [west, south, east, north] };
});

/** The land of the world, coarse: for an overview. */
export const land: GeoPermissibleObjects = feature(landAtlas, landAtlas.objects.land);
