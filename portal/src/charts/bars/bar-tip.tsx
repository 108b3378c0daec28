import { useLayoutEffect, useRef } from 'react';
import { useLanguage } from '../../texts/language.js';
import { daysLabel } from '../../time/days.js';
import { placeOf, type Plot } from './plot.js';
import type { Bar } from '../sums/bars.js';
import { colourOf, type Series } from '../sums/series.js';
import styles from './chart-tip.module.css';

interface Props {
  shown: Bar;
  series: readonly Series[];
  format: (amount: number) => string;
  plot: Plot;
  index: number;
  /** The vertical position of the mouse. */
  y: number;
  maxWidth: number;
}

const AWAY_PX = 10;

/** Places the tooltip after the mouse, or before it if there is no room, but never before `from`. */
const beside = (place: number, size: number, from: number, to: number) =>
  Math.max(place + AWAY_PX + size > to ? place - AWAY_PX - size : place + AWAY_PX, from);

/** The tooltip with the amounts of the bar under the mouse. */
export function BarTip({ shown, series, format, plot, index, y, maxWidth }: Props) {
  const { locale } = useLanguage();
  const tip = useRef<HTMLDivElement>(null);
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (!tip.current) return;
    const { offsetWidth, offsetHeight, style } = tip.current;
    const left = beside(placeOf(plot, index).centre, offsetWidth, plot.left, plot.right);
    const top = beside(y, offsetHeight, plot.top, plot.bottom);
    style.transition = isPlaced.current ? '' : 'none'; // animates from bar to bar, but not to the first bar
    style.transform = `translate(${left}px, ${top}px)`;
    isPlaced.current = true;
  });
  return (
    <div className={styles.chartTip} style={{ maxWidth }} ref={tip}>
      <strong>{daysLabel(shown.first, shown.last, locale)}</strong>
      {series
        .map((one, nth) => ({ one, colour: colourOf(one, nth), amount: shown.values[one.id] ?? 0 }))
        .filter(({ amount }) => amount > 0)
        .map(({ one, colour, amount }) => (
          <span key={one.id}>
            <i style={{ background: colour }} />
            <em>{one.label}</em>
            <b>{format(amount)}</b>
          </span>
        ))}
    </div>
  );
}
