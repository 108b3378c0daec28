import { AttributionControl, Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-csp-worker.js?url';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../texts/language.js';
import { boundsOf, clampLatitude, type LngLat, nearestLongitude } from './coordinates.js';

setWorkerUrl(workerUrl);

const EMPTY_STYLE = { version: 8 as const, sources: {}, layers: [] };
const PADDING = 48;
/** The maximum zoom, at which a house fills the map. */
const MAX_ZOOM = 19;
/**
 * The maximum zoom without a style, at which the map shows about 20 km. Closer, the coasts of the outlines are wrong by
 * the width of the map. With a lower maximum, the track of a day in one city would be unreadable.
 */
const MAX_ZOOM_OF_OUTLINES = 11;
/** The initial zoom for a single point, which shows its surroundings. */
const MAX_INITIAL_ZOOM = 16;

interface MapState {
  /** A ref callback for the element of the map. */
  containerRef: (element: HTMLDivElement) => () => void;
  map: MapLibre | undefined;
  /** Elements on the map, for screen readers and the keyboard. */
  overlay: HTMLElement | undefined;
  /** The number of styles loaded so far. Each new style removes the drawings. */
  styleCount: number;
  /**
   * `browser`: no WebGL. `style`: the style failed to load, so the background is empty. `parts`:
   * some tiles failed to load.
   */
  failure: 'browser' | 'style' | 'parts' | undefined;
}

const INITIAL_STATE = { map: undefined, overlay: undefined, styleCount: 0, failure: undefined };

/**
 * Creates a MapLibre map. The wheel and one finger scroll the page. Ctrl with the wheel, or two
 * fingers, zoom the map.
 */
export function useMap(styleUrl: string | undefined): MapState {
  const { map: texts } = useTexts();
  const [state, setState] = useState<Omit<MapState, 'containerRef'>>(INITIAL_STATE);
  const containerRef = useCallback(
    (container: HTMLDivElement) => {
      let map: MapLibre;
      try {
        map = new MapLibre({
          container,
          style: styleUrl ?? EMPTY_STYLE,
          maxZoom: MAX_ZOOM,
          maxPitch: 0,
          dragRotate: false,
          cooperativeGestures: true,
          attributionControl: false,
          locale: texts.words,
        });
      } catch {
        setState({ ...INITIAL_STATE, failure: 'browser' });
        return () => undefined;
      }
      map.keyboard.disableRotation();
      map.touchZoomRotate.disableRotation();
      map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left');
      map.addControl(new AttributionControl(), 'bottom-right');
      map.on('style.load', () => setState((last) => ({ ...last, styleCount: last.styleCount + 1 })));
      let hasStyle = false;
      void map.once('style.load', () => (hasStyle = true));
      map.on('error', () => {
        setState((last) => ({ ...last, failure: last.failure ?? (hasStyle ? 'parts' : 'style') }));
        if (!hasStyle) map.setStyle(EMPTY_STYLE, { diff: false });
      });
      setState({ ...INITIAL_STATE, map, overlay: addOverlay(map) });
      return () => {
        setState(INITIAL_STATE);
        map.remove();
      };
    },
    [styleUrl, texts],
  );
  return { ...state, containerRef };
}

/**
 * Adds a container for elements inside the canvas container, so that the user can drag and zoom the
 * map on them too. Stops key events, which would also move the map.
 */
function addOverlay(map: MapLibre): HTMLElement {
  const overlay = map.getCanvasContainer().appendChild(document.createElement('div'));
  overlay.className = 'map-places';
  overlay.addEventListener('keydown', (event) => event.stopPropagation());
  return overlay;
}

/** Limits the zoom to the level at which the background of the map is still useful. */
export const limitZoom = (map: MapLibre, hasOutlinesOnly: boolean): void => {
  map.setMaxZoom(hasOutlinesOnly ? MAX_ZOOM_OF_OUTLINES : MAX_ZOOM);
};

/** Shows all points with room around them. */
export function fit(map: MapLibre, points: readonly LngLat[]): void {
  const padding = Math.min(PADDING, map.getContainer().clientWidth / 8);
  map.fitBounds(boundsOf(points), {
    padding,
    maxZoom: Math.min(MAX_INITIAL_ZOOM, map.getMaxZoom()),
    animate: false,
  });
}

export interface View {
  zoom: number;
  center: LngLat;
  /** West, south, east and north of the visible part. */
  bounds: [number, number, number, number];
  metersPerPixel: number;
  /** Returns the pixels of a location from the upper left corner of the map. */
  project: (coordinates: LngLat) => { x: number; y: number };
}

const EQUATOR_M = 40_075_016.7;
const TILE_PIXELS = 512;

/** Returns the visible part of the map and updates it in every frame. */
export function useView(map: MapLibre): View {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscriptions = [map.on('move', onChange), map.on('resize', onChange)];
      return () => subscriptions.forEach((each) => each.unsubscribe());
    },
    [map],
  );
  useSyncExternalStore(subscribe, () =>
    [...map.getCenter().toArray(), map.getZoom(), map.getCanvas().width, map.getCanvas().height].join(' '),
  );
  const { lng, lat } = map.getCenter();
  const zoom = map.getZoom();
  const bounds = map.getBounds();
  return {
    zoom,
    center: [lng, lat],
    bounds: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    metersPerPixel: (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (TILE_PIXELS * 2 ** zoom),
    project: ([placeLng, placeLat]) =>
      map.project([nearestLongitude(placeLng, lng), clampLatitude(placeLat)]),
  };
}
