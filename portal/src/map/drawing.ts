import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';

type DrawnLayer = Extract<LayerSpecification, { source: string }>;
/** A layer of a drawing. All layers show the shapes of their drawing. */
export type Layer = DrawnLayer extends infer One
  ? One extends DrawnLayer
    ? Omit<One, 'source'>
    : never
  : never;

/** Shapes on the map and their styles. */
export interface Drawing {
  id: string;
  shapes: GeoJSON.FeatureCollection;
  attribution?: string;
  layers: readonly Layer[];
}

/** Puts a drawing on top of all others, and replaces its previous version. */
export function draw(map: MapLibre, { id, shapes, attribution = '', layers }: Drawing): void {
  for (const layer of layers) if (map.getLayer(layer.id)) map.removeLayer(layer.id);
  const source = map.getSource<GeoJSONSource>(id);
  if (source) source.setData(shapes);
  else map.addSource(id, { type: 'geojson', data: shapes, attribution });
  for (const layer of layers) map.addLayer({ ...layer, source: id });
}
