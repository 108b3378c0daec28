import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlasText from './countries-50m.json?raw';
import { unwrapLongitudes, type LngLat } from './coordinates.js';

const atlas = JSON.parse(atlasText) as Topology<{ countries: GeometryCollection }>;
/** A latitude just outside the drawn world. */
const EDGE_LATITUDE = -85.5;

/** The countries of the world. In the atlas, their borders jump at the date line, so each ring is unrolled. */
export const outlines: GeoJSON.FeatureCollection = {
  type: 'FeatureCollection',
  features: feature(atlas, atlas.objects.countries).features.map(({ geometry }) => ({
    type: 'Feature',
    properties: {},
    geometry: toMapGeometry(geometry),
  })),
};

function toMapGeometry(shape: GeoJSON.Geometry): GeoJSON.Geometry {
  if (shape.type === 'Polygon') return { ...shape, coordinates: toMapRings(shape.coordinates) };
  if (shape.type === 'MultiPolygon')
    return { ...shape, coordinates: shape.coordinates.map(toMapRings).filter(({ length }) => length > 0) };
  return shape;
}

/** Removes the ring around the South Pole, which a flat map would stretch along its edge. */
function toMapRings(rings: GeoJSON.Position[][]): GeoJSON.Position[][] {
  return rings.filter((ring) => ring.some(([, lat = 0]) => lat > EDGE_LATITUDE)).map(toMapRing);
}

/** Extends a ring that goes once around the world, which is Antarctica, along the edge of the map. */
function toMapRing(ring: GeoJSON.Position[]): GeoJSON.Position[] {
  const path = unwrapLongitudes(ring as unknown as LngLat[]);
  const [[first] = [0], [last] = [0]] = [path[0], path.at(-1)];
  return first === last
    ? path
    : [...path, [last, EDGE_LATITUDE], [first, EDGE_LATITUDE], ...path.slice(0, 1)];
}
