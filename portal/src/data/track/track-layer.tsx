import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl';
import type { ReactNode } from 'react';
import type { ThemeColors, Drawing } from '../../map/drawing.js';
import type { LngLat } from '../../map/coordinates.js';
import { useView, type View } from '../../map/use-map.js';
import { useTexts } from '../../texts/language.js';
import { type TrackPoint, type Stop, segmentsOf, toMapPath } from './track-points.js';

interface Props {
  map: MapLibre;
  trackPoints: readonly TrackPoint[];
  stops: readonly Stop[];
  /** The selected location. */
  selected: TrackPoint | undefined;
}

const MIN_ACCURACY_PX = 12;

/** Marks the start and end of a track, its stops, and the selected location. */
export function TrackLayer({ map, trackPoints, stops, selected }: Props) {
  const { device } = useTexts();
  const view = useView(map);
  const first = trackPoints[0];
  const last = trackPoints.at(-1);
  const radius = Math.max((selected?.record.accuracy ?? 0) / view.metersPerPixel, MIN_ACCURACY_PX);
  return (
    <>
      {stops.map(({ from }, index) => (
        <Marker key={from.at} kind="stop" coordinates={from.coordinates} view={view} stopNumber={index + 1} />
      ))}
      {first && (
        <Marker kind="start" coordinates={first.coordinates} view={view}>
          <span className="marker-name">{device.start}</span>
        </Marker>
      )}
      {last && (
        <Marker kind="end" coordinates={last.coordinates} view={view}>
          <span className="marker-name">{device.end}</span>
        </Marker>
      )}
      {selected && (
        <Marker kind="selected" coordinates={selected.coordinates} view={view}>
          <span className="accuracy" style={{ width: 2 * radius, height: 2 * radius }} />
        </Marker>
      )}
    </>
  );
}

interface MarkerProps {
  kind: 'start' | 'end' | 'selected' | 'stop';
  coordinates: LngLat;
  view: View;
  /** The number in the marker. */
  stopNumber?: number;
  children?: ReactNode;
}

function Marker({ kind, coordinates, view, stopNumber, children }: MarkerProps) {
  const { x, y } = view.project(coordinates);
  return (
    <div className={`marker ${kind}`} style={{ transform: `translate(${x}px, ${y}px)` }}>
      <span className="marker-sign">{stopNumber}</span>
      {children}
    </div>
  );
}

/** The maximum number of dots. More dots would hide the line. */
const MAX_DOTS = 600;

/** Draws a track as a line whose color shows the time, with arrows in its direction. */
export function createTrackDrawing(trackPoints: readonly TrackPoint[], colors: ThemeColors): Drawing {
  const segments = segmentsOf(trackPoints);
  const line = (coordinates: [number, number][], properties: object): GeoJSON.Feature => ({
    type: 'Feature',
    properties,
    geometry: { type: 'LineString', coordinates },
  });
  const dots = trackPoints.length <= MAX_DOTS ? trackPoints.map(({ coordinates }) => [...coordinates]) : [];
  return {
    id: 'track',
    shapes: {
      type: 'FeatureCollection',
      features: [
        ...segments.map(({ path, ...properties }) => line(path, properties)),
        ...(trackPoints.length > 1 ? [line(toMapPath(trackPoints), { isWhole: true })] : []),
        { type: 'Feature', properties: { isFix: true }, geometry: { type: 'MultiPoint', coordinates: dots } },
      ],
    },
    images: { 'track-arrow': drawArrow(colors.text) },
    layers: [
      {
        id: 'way',
        type: 'line',
        filter: ['==', ['get', 'isGap'], false],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-width': 3, 'line-color': lineColor(colors) },
      },
      {
        id: 'gaps',
        type: 'line',
        filter: ['==', ['get', 'isGap'], true],
        paint: { 'line-width': 1.5, 'line-dasharray': [3, 3], 'line-color': lineColor(colors) },
      },
      {
        id: 'fixes',
        type: 'circle',
        filter: ['has', 'isFix'],
        paint: { 'circle-radius': 2, 'circle-color': colors.text, 'circle-opacity': 0.6 },
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
function drawArrow(color: string): ImageData {
  const context = new OffscreenCanvas(20, 20).getContext('2d');
  if (!context) return new ImageData(20, 20);
  context.fillStyle = color;
  context.fill(new Path2D('M0 0 20 10 0 20 5 10Z'));
  return context.getImageData(0, 0, 20, 20);
}

function lineColor(colors: ThemeColors): ExpressionSpecification {
  return ['interpolate-hcl', ['linear'], ['get', 'when'], 0, colors['track-start'], 1, colors['track-end']];
}
