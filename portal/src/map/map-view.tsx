import type { GeoProjection } from 'd3-geo';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useWidth } from '../design/window/use-width.js';
import { useTexts } from '../texts/language.js';
import { Graticule } from './graticule.js';
import { Locator } from './locator.js';
import { MapControls } from './map-controls.js';
import { Countries } from './countries.js';
import { projectionOf } from './projection.js';
import { ScaleBar } from './scale-bar.js';
import { useZoom, type Zoom } from './use-zoom.js';
import { boundsOf, fitted, limitsOf, moved, type LngLat, type Size } from './view.js';
import './map.css';

interface Props {
  label: string;
  /** What the map shows at first; another list of points shows it anew. */
  points: readonly LngLat[];
  children: (projection: GeoProjection, zoom: Zoom) => ReactNode;
}

const NARROW = 520;

/**
 * A map without network: the outlines of the countries, a graticule and a scale. In a city the outlines say nothing any
 * more; there graticule, scale and the small map of the world say where and how large things are.
 */
export function MapView({ label, points, children }: Props) {
  const { map } = useTexts();
  const [frame, width] = useWidth<HTMLDivElement>();
  const size: Size = useMemo(() => ({ width, height: width < NARROW ? 340 : 480 }), [width]);
  const base = useMemo(() => (width > 0 ? fitted(points, size) : undefined), [points, size, width]);
  const limits = useMemo(() => base && limitsOf(base, size), [base, size]);
  const zoom = useZoom(limits);
  const { svg, transform, reset } = zoom;
  useEffect(reset, [base, reset]);
  const view = useMemo(() => base && moved(base, transform), [base, transform]);
  const projection = useMemo(() => view && projectionOf(view, size), [view, size]);
  const bounds = view && boundsOf(view, size);
  return (
    <div className="map" ref={frame}>
      <svg ref={svg} className="map-drawing" role="img" aria-label={label} width={width} height={size.height}>
        <rect className="sea" width={width} height={size.height} />
        {projection && bounds && (
          <>
            <Countries projection={projection} bounds={bounds} />
            <Graticule view={view} bounds={bounds} size={size} />
            {children(projection, zoom)}
            <ScaleBar scale={view.scale} bounds={bounds} size={size} />
          </>
        )}
      </svg>
      <MapControls zoom={zoom} />
      {bounds && <Locator at={[(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2]} />}
      <p className="map-source">{map.source}</p>
    </div>
  );
}
