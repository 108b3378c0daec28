import { geoEquirectangular, geoPath } from 'd3-geo';
import { useMemo } from 'react';
import { useTexts } from '../texts/language.js';
import { land } from './outline.js';
import type { LngLat } from './view.js';

const [WIDTH, HEIGHT] = [132, 66];

/** The world in small, with where the map is. */
export function Locator({ at }: { at: LngLat }) {
  const { map } = useTexts();
  const projection = useMemo(() => geoEquirectangular().fitSize([WIDTH, HEIGHT], { type: 'Sphere' }), []);
  const outline = useMemo(() => geoPath(projection)(land) ?? undefined, [projection]);
  const [x, y] = projection([at[0], at[1]]) ?? [0, 0];
  return (
    <svg className="locator" role="img" aria-label={map.locator} width={WIDTH} height={HEIGHT}>
      <path className="locator-land" d={outline} />
      <circle className="locator-halo" cx={x} cy={y} r={7} />
      <circle className="locator-point" cx={x} cy={y} r={3} />
    </svg>
  );
}
