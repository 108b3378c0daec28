import type { Map as MapLibre } from 'maplibre-gl';
import { useCallback, useSyncExternalStore } from 'react';
import { drawnLatitude, near, type LngLat } from './places.js';

export interface View {
  zoom: number;
  centre: LngLat;
  /** West, south, east and north of the visible part. */
  bounds: [number, number, number, number];
  metresPerPixel: number;
  /** Returns the pixels of a location from the upper left corner of the map. */
  pointOf: (place: LngLat) => { x: number; y: number };
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
    centre: [lng, lat],
    bounds: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    metresPerPixel: (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (TILE_PIXELS * 2 ** zoom),
    pointOf: ([placeLng, placeLat]) => map.project([near(placeLng, lng), drawnLatitude(placeLat)]),
  };
}
