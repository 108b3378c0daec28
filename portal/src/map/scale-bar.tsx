import { formatDistance } from '../charts/amounts.js';
import { useLanguage } from '../texts/language.js';
import { niceBelow } from '../charts/sums/steps.js';
import { metresPerPixel, type Bounds, type Size } from './view.js';

interface Props {
  scale: number;
  bounds: Bounds;
  size: Size;
}

const MOST_PIXELS = 120;

/** How long a known distance is here; in this projection it holds for the latitude in the middle. */
export function ScaleBar({ scale, bounds, size }: Props) {
  const { locale } = useLanguage();
  const perPixel = metresPerPixel(scale, (bounds.south + bounds.north) / 2);
  const metres = niceBelow(MOST_PIXELS * perPixel);
  const length = metres / perPixel;
  return (
    <g className="scale-bar" transform={`translate(12 ${size.height - 14})`}>
      <path d={`M0 -6V0H${length}V-6`} />
      <text x={length / 2} y={-6} textAnchor="middle">
        {formatDistance(metres, locale)}
      </text>
    </g>
  );
}
