import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo, type ReactNode } from 'react';
import { drawnLatitude, unrolled, type LngLat } from '../../map/places.js';
import { useView, type View } from '../../map/use-view.js';
import { useTexts } from '../../texts/language.js';
import { arrowsAlong } from './arrows.js';
import type { Stop } from './stops.js';
import type { Fix } from './track-points.js';

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
