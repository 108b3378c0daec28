import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlasText from './countries-50m.json?raw';
import { unrolled, type LngLat } from './places.js';

const atlas = JSON.parse(atlasText) as Topology<{ countries: GeometryCollection }>;
/** A latitude just outside the drawn world. */
const MAP_ENDS = -85.5;

/** The countries of the world. In the atlas, their borders jump at the date line, so each ring is unrolled. */
export const outlines: GeoJSON.FeatureCollection = {
  type: 'FeatureCollection',
  features: feature(atlas, atlas.objects.countries).features.map(({ geometry }) => ({
    type: 'Feature',
    properties: {},
    geometry: onMap(geometry),
  })),
};

function onMap(shape: GeoJSON.Geometry): GeoJSON.Geometry {
  if (shape.type === 'Polygon') return { ...shape, coordinates: ringsOnMap(shape.coordinates) };
  if (shape.type === 'MultiPolygon')
    return { ...shape, coordinates: shape.coordinates.map(ringsOnMap).filter(({ length }) => length > 0) };
  return shape;
}

/** Removes the ring around the South Pole, which a flat map would stretch along its edge. */
function ringsOnMap(rings: GeoJSON.Position[][]): GeoJSON.Position[][] {
  return rings.filter((ring) => ring.some(([, lat = 0]) => lat > MAP_ENDS)).map(ringOnMap);
}

/** Extends a ring that goes once around the world, which is Antarctica, along the edge of the map. */
function ringOnMap(ring: GeoJSON.Position[]): GeoJSON.Position[] {
  const way = unrolled(ring as unknown as LngLat[]);
  const [[first] = [0], [last] = [0]] = [way[0], way.at(-1)];
  return first === last ? way : [...way, [last, MAP_ENDS], [first, MAP_ENDS], ...way.slice(0, 1)];
}
