import { AttributionControl, Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-csp-worker.js?url';
import { useCallback, useState } from 'react';
import { useTexts } from '../texts/language.js';
import { boundsOf, type LngLat } from './places.js';

setWorkerUrl(workerUrl);

const NOTHING = { version: 8 as const, sources: {}, layers: [] };
const PADDING = 48;
/** Closer than this there is nothing more to see: a house fills the picture. */
const CLOSEST_ZOOM = 19;
/** One lonely point is shown with its surroundings. */
const CLOSEST_ZOOM_AT_FIRST = 16;

export interface MapState {
  /** The element of the map. */
  frame: (element: HTMLDivElement) => () => void;
  map: MapLibre | undefined;
  /** Elements on the map, for screen readers and the keyboard. */
  places: HTMLElement | undefined;
  /** How often a style has come, each without what was drawn on the one before. */
  styles: number;
  /** The browser has no WebGL; the style did not come, and nothing is under the drawings; parts of it did not. */
  trouble: 'browser' | 'style' | 'parts' | undefined;
}

const BEFORE = { map: undefined, places: undefined, styles: 0, trouble: undefined };

/** A map of MapLibre in an element. The wheel alone and one finger go on scrolling the page: Ctrl or two fingers zoom. */
export function useMap(styleUrl: string | undefined): MapState {
  const { map: texts } = useTexts();
  const [state, setState] = useState<Omit<MapState, 'frame'>>(BEFORE);
  const frame = useCallback(
    (container: HTMLDivElement) => {
      let map: MapLibre;
      try {
        map = new MapLibre({
          container,
          style: styleUrl ?? NOTHING,
          maxZoom: CLOSEST_ZOOM,
          maxPitch: 0,
          dragRotate: false,
          cooperativeGestures: true,
          attributionControl: false,
          locale: texts.words,
        });
      } catch {
        setState({ ...BEFORE, trouble: 'browser' });
        return () => undefined;
      }
      map.keyboard.disableRotation();
      map.touchZoomRotate.disableRotation();
      map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left');
      map.addControl(new AttributionControl(), 'bottom-right');
      map.on('style.load', () => setState((last) => ({ ...last, styles: last.styles + 1 })));
      let hasStyle = false;
      void map.once('style.load', () => (hasStyle = true));
      map.on('error', () => {
        setState((last) => ({ ...last, trouble: last.trouble ?? (hasStyle ? 'parts' : 'style') }));
        if (!hasStyle) map.setStyle(NOTHING, { diff: false });
      });
      setState({ ...BEFORE, map, places: placesOn(map) });
      return () => {
        setState(BEFORE);
        map.remove();
      };
    },
    [styleUrl, texts],
  );
  return { ...state, frame };
}

/**
 * Lies where the map listens, as its own markers do: whoever takes hold of a point draws the map about, and Ctrl and the wheel zoom it
 * there too. Keys are for what has the focus, and do not move the map as well.
 */
function placesOn(map: MapLibre): HTMLElement {
  const places = map.getCanvasContainer().appendChild(document.createElement('div'));
  places.className = 'map-places';
  places.addEventListener('keydown', (event) => event.stopPropagation());
  return places;
}

/** Shows all points with room around them. */
export function fit(map: MapLibre, points: readonly LngLat[]): void {
  const padding = Math.min(PADDING, map.getContainer().clientWidth / 8);
  map.fitBounds(boundsOf(points), { padding, maxZoom: CLOSEST_ZOOM_AT_FIRST, animate: false });
}
