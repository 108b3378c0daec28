import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlasText from './countries-50m.json?raw';
import { unrolled, type LngLat } from './places.js';

const atlas = JSON.parse(atlasText) as Topology<{ countries: GeometryCollection }>;
/** A little beyond the edge of the drawn world. */
const MAP_ENDS = -85.5;

/** The countries of the world. The atlas has them on a globe: what crosses the date line there has to be unrolled for a map. */
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

/** Without the ring around the South Pole, which a map stretches along its edge. */
function ringsOnMap(rings: GeoJSON.Position[][]): GeoJSON.Position[][] {
  return rings.filter((ring) => ring.some(([, lat = 0]) => lat > MAP_ENDS)).map(ringOnMap);
}

/** A ring that goes once around the world has the South Pole in it, as there is no land on the other: it is led along the edge. */
function ringOnMap(ring: GeoJSON.Position[]): GeoJSON.Position[] {
  const way = unrolled(ring as unknown as LngLat[]);
  const [[first] = [0], [last] = [0]] = [way[0], way.at(-1)];
  return first === last ? way : [...way, [last, MAP_ENDS], [first, MAP_ENDS], ...way.slice(0, 1)];
}
