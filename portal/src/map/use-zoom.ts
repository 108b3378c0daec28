import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Limits } from './view.js';

export interface Zoom {
  svg: RefObject<SVGSVGElement | null>;
  transform: ZoomTransform;
  zoomBy: (factor: number) => void;
  moveBy: (x: number, y: number) => void;
  reset: () => void;
}

/**
 * Moves and zooms a drawing. The wheel alone goes on scrolling the page, as does one finger: Ctrl or two fingers zoom.
 */
export function useZoom(limits: Limits | undefined): Zoom {
  const svg = useRef<SVGSVGElement>(null);
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown>>(undefined);
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);

  useEffect(() => {
    if (!svg.current) return undefined;
    behaviour.current = zoom<SVGSVGElement, unknown>()
      .filter(isMeant)
      .on('zoom', (event: { transform: ZoomTransform }) => setTransform(event.transform));
    const selection = select(svg.current).call(behaviour.current);
    return () => {
      selection.on('.zoom', null);
    };
  }, []);

  useEffect(() => {
    if (limits) behaviour.current?.scaleExtent(limits.factors).translateExtent(limits.corners);
  }, [limits]);

  const act = useCallback(
    (does: (zooming: ZoomBehavior<SVGSVGElement, unknown>, on: SVGSVGElement) => void) => {
      if (behaviour.current && svg.current) does(behaviour.current, svg.current);
    },
    [],
  );
  return {
    svg,
    transform,
    zoomBy: (factor) => act((zooming, on) => zooming.scaleBy(select(on), factor)),
    moveBy: (x, y) => act((zooming, on) => zooming.translateBy(select(on), x / transform.k, y / transform.k)),
    reset: useCallback(() => act((zooming, on) => zooming.transform(select(on), zoomIdentity)), [act]),
  };
}

function isMeant(event: MouseEvent | TouchEvent): boolean {
  if (event.type === 'wheel') return event.ctrlKey || event.metaKey;
  if ('touches' in event) return event.touches.length > 1;
  return event.button === 0;
}
