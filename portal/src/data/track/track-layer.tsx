import type { GeoProjection } from 'd3-geo';
import { pointOf } from '../../map/projection.js';
import { metresPerPixel } from '../../map/view.js';
import { useTexts } from '../../texts/language.js';
import { stretchesOf, type Fix } from './track-points.js';

/** More would hide the way. */
const MOST_DOTS = 600;

interface Props {
  projection: GeoProjection;
  fixes: readonly Fix[];
  /** The position that the reader looks at. */
  shown: Fix | undefined;
}

/** A way through time: its colour says when. */
export function TrackLayer({ projection, fixes, shown }: Props) {
  const { device } = useTexts();
  const [first, last] = [fixes[0], fixes.at(-1)];
  const place = (fix: Fix): [number, number] => pointOf(projection, fix.place);
  return (
    <g className="track">
      {stretchesOf(fixes).map(({ fixes: piece, when, isGap }) => (
        <path
          key={`${when}${isGap}${piece[0]?.at}`}
          className={isGap ? 'gap' : undefined}
          style={{ stroke: `color-mix(in oklch, var(--track-end) ${100 * when}%, var(--track-start))` }}
          d={`M${piece
            .map((fix) =>
              place(fix)
                .map((n) => n.toFixed(1))
                .join(' '),
            )
            .join('L')}`}
        />
      ))}
      {fixes.length <= MOST_DOTS &&
        fixes.map((fix) => (
          <circle key={fix.at} className="fix" r={2} cx={place(fix)[0]} cy={place(fix)[1]} />
        ))}
      {first && <Marker at={place(first)} label={device.start} className="start" />}
      {last && <Marker at={place(last)} label={device.end} className="end" />}
      {shown && <Shown at={place(shown)} fix={shown} projection={projection} />}
    </g>
  );
}

function Marker({
  at: [x, y],
  label,
  className,
}: {
  at: [number, number];
  label: string;
  className: string;
}) {
  const above = className === 'start';
  return (
    <g className={`marker ${className}`} transform={`translate(${x} ${y})`}>
      <circle r={6} />
      <text y={above ? -11 : 20} textAnchor="middle">
        {label}
      </text>
    </g>
  );
}

function Shown({
  at: [x, y],
  fix,
  projection,
}: {
  at: [number, number];
  fix: Fix;
  projection: GeoProjection;
}) {
  const radius = (fix.record.accuracy ?? 0) / metresPerPixel(projection.scale(), fix.place[1]);
  return (
    <g className="marker shown" transform={`translate(${x} ${y})`}>
      <circle className="accuracy" r={Math.max(radius, 12)} />
      <circle r={5} />
    </g>
  );
}
