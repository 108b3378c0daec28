import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useMemo } from 'react';
import type { Colours, Drawing } from '../../map/drawing.js';
import { drawnLatitude, type LngLat, unrolled } from '../../map/places.js';
import { useView, type View } from '../../map/use-map.js';
import { useTexts } from '../../texts/language.js';
import { arrowsAlong, type Fix, type Stop, stretchesOf } from './track-points.js';

interface Props {
  map: MapLibre;
  fixes: readonly Fix[];
  stops: readonly Stop[];
  /** The selected location. */
  shown: Fix | undefined;
}

const LEAST_ACCURACY_PX = 12;
/** The maximum number of points that each frame projects for the arrows. */
const MOST_POINTS = 2000;

/** Marks the start and end of a track, its direction, its stops, and the selected location. */
export function TrackLayer({ map, fixes, stops, shown }: Props) {
  const { device } = useTexts();
  const view = useView(map);
  const [first, last] = [fixes[0], fixes.at(-1)];
  const radius = Math.max((shown?.record.accuracy ?? 0) / view.metresPerPixel, LEAST_ACCURACY_PX);
  return (
    <>
      <Arrows map={map} fixes={fixes} />
      {stops.map(({ number, place }) => (
        <Marker key={number} kind="stop" at={place} view={view} sign={String(number)} />
      ))}
      {first && (
        <Marker kind="start" at={first.place} view={view}>
          <span className="marker-name">{device.start}</span>
        </Marker>
      )}
      {last && (
        <Marker kind="end" at={last.place} view={view}>
          <span className="marker-name">{device.end}</span>
        </Marker>
      )}
      {shown && (
        <Marker kind="shown" at={shown.place} view={view}>
          <span className="accuracy" style={{ width: 2 * radius, height: 2 * radius }} />
        </Marker>
      )}
    </>
  );
}

/**
 * Arrows along the track. Their longitudes may exceed 180, so that the line does not jump at the date line. `map.project`
 * accepts such longitudes.
 */
function Arrows({ map, fixes }: { map: MapLibre; fixes: readonly Fix[] }) {
  const way = useMemo(() => {
    const step = Math.ceil(fixes.length / MOST_POINTS);
    return unrolled(fixes.map(({ place: [lng, lat] }) => [lng, drawnLatitude(lat)])).filter(
      (_, index) => index % step === 0,
    );
  }, [fixes]);
  return (
    <div aria-hidden="true">
      {arrowsAlong(way.map((place) => map.project(place))).map(({ x, y, angle }, index) => (
        <span
          key={index}
          className="track-arrow"
          style={{ transform: `translate(${x}px, ${y}px) rotate(${angle}deg)` }}
        />
      ))}
    </div>
  );
}

interface MarkerProps {
  kind: 'start' | 'end' | 'shown' | 'stop';
  at: LngLat;
  view: View;
  /** The text in the marker. */
  sign?: string;
  children?: ReactNode;
}

function Marker({ kind, at, view, sign, children }: MarkerProps) {
  const { x, y } = view.pointOf(at);
  return (
    <div className={`marker ${kind}`} style={{ transform: `translate(${x}px, ${y}px)` }}>
      <span className="marker-sign">{sign}</span>
      {children}
    </div>
  );
}

/** The maximum number of dots. More dots would hide the line. */
const MOST_DOTS = 600;

/** Draws a track as a line whose color shows the time. */
export function trackDrawing(fixes: readonly Fix[], colours: Colours): Drawing {
  const stretches = stretchesOf(fixes).map(({ way, when, isGap }): GeoJSON.Feature => {
    return {
      type: 'Feature',
      properties: { when, isGap },
      geometry: { type: 'LineString', coordinates: way },
    };
  });
  const dots = fixes.length <= MOST_DOTS ? fixes.map(({ place }) => [...place]) : [];
  return {
    id: 'track',
    shapes: {
      type: 'FeatureCollection',
      features: [
        ...stretches,
        { type: 'Feature', properties: { isFix: true }, geometry: { type: 'MultiPoint', coordinates: dots } },
      ],
    },
    layers: [
      {
        id: 'way',
        type: 'line',
        filter: ['==', ['get', 'isGap'], false],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-width': 3, 'line-color': colourOf(colours) },
      },
      {
        id: 'gaps',
        type: 'line',
        filter: ['==', ['get', 'isGap'], true],
        paint: { 'line-width': 1.5, 'line-dasharray': [3, 3], 'line-color': colourOf(colours) },
      },
      {
        id: 'fixes',
        type: 'circle',
        filter: ['has', 'isFix'],
        paint: { 'circle-radius': 2, 'circle-color': colours.text, 'circle-opacity': 0.6 },
      },
    ],
  };
}

function colourOf(colours: Colours): ExpressionSpecification {
  return ['interpolate-hcl', ['linear'], ['get', 'when'], 0, colours['track-start'], 1, colours['track-end']];
}
