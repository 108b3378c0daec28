import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { useMemo, useSyncExternalStore } from 'react';

const COLOR_NAMES = ['land', 'border', 'text', 'track-start', 'track-end'] as const;
export type ThemeColors = Readonly<Record<(typeof COLOR_NAMES)[number], string>>;

const darkQuery = matchMedia('(prefers-color-scheme: dark)');

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  darkQuery.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    darkQuery.removeEventListener('change', onChange);
  };
}

/**
 * Returns the current colors of the theme. Uses a probe element, because the value of a custom
 * property may be an unresolved `light-dark()`.
 */
function readColors(): string {
  const probe = document.body.appendChild(document.createElement('span'));
  const colors = COLOR_NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colors.join('|');
}

/** Returns the colors of the theme for WebGL, which cannot use CSS variables. */
export function useThemeColors(): ThemeColors {
  const colors = useSyncExternalStore(subscribe, readColors);
  return useMemo(() => {
    const values = colors.split('|');
    return Object.fromEntries(COLOR_NAMES.map((name, index) => [name, values[index]])) as ThemeColors;
  }, [colors]);
}

type DrawnLayer = Extract<LayerSpecification, { source: string }>;
/** A layer of a drawing. All layers show the shapes of their drawing. */
type Layer = DrawnLayer extends infer One ? (One extends DrawnLayer ? Omit<One, 'source'> : never) : never;

/** Shapes on the map and their styles. */
export interface Drawing {
  id: string;
  shapes: GeoJSON.FeatureCollection;
  attribution?: string;
  /** The icons of the layers by name, at twice their size. */
  images?: Readonly<Record<string, ImageData>>;
  layers: readonly Layer[];
}

/** Puts a drawing on top of all others, and replaces its previous version. */
export function draw(map: MapLibre, { id, shapes, attribution = '', images = {}, layers }: Drawing): void {
  for (const layer of layers) if (map.getLayer(layer.id)) map.removeLayer(layer.id);
  for (const [name, image] of Object.entries(images))
    if (map.hasImage(name)) map.updateImage(name, image);
    else map.addImage(name, image, { pixelRatio: 2 });
  const source = map.getSource<GeoJSONSource>(id);
  if (source) source.setData(shapes);
  else map.addSource(id, { type: 'geojson', data: shapes, attribution });
  for (const layer of layers) map.addLayer({ ...layer, source: id });
}
