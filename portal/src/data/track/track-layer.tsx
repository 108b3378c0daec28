import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl';
import type { ReactNode } from 'react';
import type { Colours, Drawing } from '../../map/drawing.js';
import type { LngLat } from '../../map/places.js';
import { useView, type View } from '../../map/use-map.js';
import { useTexts } from '../../texts/language.js';
import { type Fix, type Stop, stretchesOf, wayOf } from './track-points.js';

interface Props {
  map: MapLibre;
  fixes: readonly Fix[];
  stops: readonly Stop[];
  /** The selected location. */
  shown: Fix | undefined;
}

const LEAST_ACCURACY_PX = 12;

/** Marks the start and end of a track, its stops, and the selected location. */
export function TrackLayer({ map, fixes, stops, shown }: Props) {
  const { device } = useTexts();
  const view = useView(map);
  const [first, last] = [fixes[0], fixes.at(-1)];
  const radius = Math.max((shown?.record.accuracy ?? 0) / view.metresPerPixel, LEAST_ACCURACY_PX);
  return (
    <>
      {stops.map(({ from }, index) => (
        <Marker key={from.at} kind="stop" at={from.place} view={view} sign={index + 1} />
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

interface MarkerProps {
  kind: 'start' | 'end' | 'shown' | 'stop';
  at: LngLat;
  view: View;
  /** The number in the marker. */
  sign?: number;
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

/** Draws a track as a line whose color shows the time, with arrows in its direction. */
export function trackDrawing(fixes: readonly Fix[], colours: Colours): Drawing {
  const stretches = stretchesOf(fixes);
  const line = (coordinates: [number, number][], properties: object): GeoJSON.Feature => ({
    type: 'Feature',
    properties,
    geometry: { type: 'LineString', coordinates },
  });
  const dots = fixes.length <= MOST_DOTS ? fixes.map(({ place }) => [...place]) : [];
  return {
    id: 'track',
    shapes: {
      type: 'FeatureCollection',
      features: [
        ...stretches.map(({ way, ...properties }) => line(way, properties)),
        ...(fixes.length > 1 ? [line(wayOf(fixes), { isWhole: true })] : []),
        { type: 'Feature', properties: { isFix: true }, geometry: { type: 'MultiPoint', coordinates: dots } },
      ],
    },
    images: { 'track-arrow': arrowIn(colours.text) },
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
      {
        id: 'arrows',
        type: 'symbol',
        filter: ['has', 'isWhole'],
        layout: { 'symbol-placement': 'line', 'symbol-spacing': 90, 'icon-image': 'track-arrow' },
      },
    ],
  };
}

/** Draws an arrow to the right, at twice its size for sharp screens. */
function arrowIn(colour: string): ImageData {
  const context = new OffscreenCanvas(20, 20).getContext('2d');
  if (!context) return new ImageData(20, 20);
  context.fillStyle = colour;
  context.fill(new Path2D('M0 0 20 10 0 20 5 10Z'));
  return context.getImageData(0, 0, 20, 20);
}

function colourOf(colours: Colours): ExpressionSpecification {
  return ['interpolate-hcl', ['linear'], ['get', 'when'], 0, colours['track-start'], 1, colours['track-end']];
}
