import type { Map as MapLibre } from 'maplibre-gl';
import type { ReactNode } from 'react';
import type { LngLat } from '../../map/places.js';
import { useView, type View } from '../../map/use-view.js';
import { useTexts } from '../../texts/language.js';
import type { Fix } from './track-points.js';

interface Props {
  map: MapLibre;
  fixes: readonly Fix[];
  /** The selected location. */
  shown: Fix | undefined;
}

const LEAST_ACCURACY_PX = 12;

/** Marks the start and end of a track, and the selected location. */
export function TrackLayer({ map, fixes, shown }: Props) {
  const { device } = useTexts();
  const view = useView(map);
  const [first, last] = [fixes[0], fixes.at(-1)];
  const radius = Math.max((shown?.record.accuracy ?? 0) / view.metresPerPixel, LEAST_ACCURACY_PX);
  return (
    <>
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
  kind: 'start' | 'end' | 'shown';
  at: LngLat;
  view: View;
  children: ReactNode;
}

function Marker({ kind, at, view, children }: MarkerProps) {
  const { x, y } = view.pointOf(at);
  return (
    <div className={`marker ${kind}`} style={{ transform: `translate(${x}px, ${y}px)` }}>
      <span className="marker-sign" />
      {children}
    </div>
  );
}
