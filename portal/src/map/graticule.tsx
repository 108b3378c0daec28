import { digitsOf, multiples } from '../charts/sums/steps.js';
import { useLanguage } from '../texts/language.js';
import { degreesApart } from './degrees.js';
import { wrapped } from './longitude.js';
import { xOf, yOf, type Bounds, type Size, type View } from './view.js';

interface Props {
  view: View;
  bounds: Bounds;
  size: Size;
}

/** Names of latitudes stand above each other and need less room than those of longitudes. */
const MOST_LATITUDES = 30;
/** The scale stands there. */
const FOOT_PIXELS = 48;

/** Lines of equal longitude and latitude, as far apart as reads well. */
export function Graticule({ view, bounds, size }: Props) {
  const { texts, locale } = useLanguage();
  const { sides } = texts.map;
  const { west, south, east, north } = bounds;
  const step = degreesApart((east - west) / size.width);
  const digits = digitsOf(step);
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const degrees = (value: number, above: string, below: string): string => {
    const side = value === 0 || value === -180 ? '' : ` ${value > 0 ? above : below}`;
    return `${format.format(Math.abs(value))}°${side}`;
  };
  return (
    <g className="graticule">
      {multiples(west, east, step).map((lng) => (
        <g key={`x${lng}`}>
          <line x1={xOf(view, lng)} x2={xOf(view, lng)} y1={0} y2={size.height} />
          <text x={xOf(view, lng) + 4} y={14}>
            {degrees(wrapped(lng), sides.east, sides.west)}
          </text>
        </g>
      ))}
      {multiples(Math.max(south, -84), Math.min(north, 84), Math.min(step, MOST_LATITUDES)).map((lat) => (
        <g key={`y${lat}`}>
          <line x1={0} x2={size.width} y1={yOf(view, lat)} y2={yOf(view, lat)} />
          {yOf(view, lat) < size.height - FOOT_PIXELS && (
            <text x={4} y={yOf(view, lat) - 4}>
              {degrees(lat, sides.north, sides.south)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
