import type { GeoProjection } from 'd3-geo';
import { digitsOf, multiples, niceAbove } from '../charts/steps.js';
import type { Bounds, Size } from './view.js';

interface Props {
  projection: GeoProjection;
  bounds: Bounds;
  size: Size;
}

const LEAST_PIXELS = 84;
const MOST_STEP = 30;

/** Lines of equal longitude and latitude, as far apart as reads well. */
export function Graticule({ projection, bounds, size }: Props) {
  const { west, south, east, north } = bounds;
  const step = Math.min(niceAbove((Math.max(east - west, 1e-6) * LEAST_PIXELS) / size.width), MOST_STEP);
  const x = (lng: number): number => projection([lng, (south + north) / 2])?.[0] ?? 0;
  const y = (lat: number): number => projection([(west + east) / 2, lat])?.[1] ?? 0;
  return (
    <g className="graticule">
      {multiples(Math.max(west, -180), Math.min(east, 180), step).map((lng) => (
        <g key={`x${lng}`}>
          <line x1={x(lng)} x2={x(lng)} y1={0} y2={size.height} />
          <text x={x(lng) + 4} y={14}>
            {degrees(lng, step, 'E', 'W')}
          </text>
        </g>
      ))}
      {multiples(Math.max(south, -84), Math.min(north, 84), step).map((lat) => (
        <g key={`y${lat}`}>
          <line x1={0} x2={size.width} y1={y(lat)} y2={y(lat)} />
          <text x={4} y={y(lat) - 4}>
            {degrees(lat, step, 'N', 'S')}
          </text>
        </g>
      ))}
    </g>
  );
}

function degrees(value: number, step: number, positive: string, negative: string): string {
  const side = value === 0 ? '' : ` ${value > 0 ? positive : negative}`;
  return `${Math.abs(value).toFixed(digitsOf(step))}°${side}`;
}
