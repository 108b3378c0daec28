import { useState } from 'react';
import { useLanguage } from '../texts/language.js';
import { dayLabel, daysLabel } from '../time/days.js';
import { AXIS_PX, type Bar, colourOf, type Series, ticks } from './series.js';
import styles from './stacked-bars.module.css';

interface StackedBarsProps {
  bars: readonly Bar[];
  /** The width of the chart in pixels. */
  width: number;
  series: readonly Series[];
  format: (amount: number) => string;
  /** The amounts on the axis are multiples of this unit. */
  unit?: number;
}

/** The width of a label below the bars, with the space around it. */
const LABEL_PX = 66;

export function StackedBars({ bars, width, series, format, unit = 1 }: StackedBarsProps) {
  const { locale } = useLanguage();
  const [pointedAt, setPointedAt] = useState(-1);
  const marks = ticks(bars, unit);
  const heightOf = (amount: number) => `${(100 * amount) / Math.max(...marks)}%`;
  const labelStep = Math.ceil((LABEL_PX * bars.length) / Math.max(width - AXIS_PX, LABEL_PX));
  const follow = (plot: Element, x: number) => {
    const { left, width: plotWidth } = plot.getBoundingClientRect();
    setPointedAt(Math.floor((bars.length * (x - left)) / plotWidth));
  };
  const shown = bars[pointedAt];
  return (
    <div className={styles.stackedBars}>
      <div className={styles.amounts}>
        {marks.map((mark) => (
          <span key={mark}>{format(mark)}</span>
        ))}
      </div>
      <div
        className={styles.plot}
        onMouseMove={({ currentTarget, clientX }) => follow(currentTarget, clientX)}
        onMouseLeave={() => setPointedAt(-1)}
        onTouchMove={({ currentTarget, touches }) => follow(currentTarget, touches.item(0).clientX)}
      >
        {marks.map((mark) => (
          <hr key={mark} style={{ bottom: heightOf(mark) }} />
        ))}
        {bars.map((bar, index) => (
          <div key={bar.first} className={bar === shown ? styles.pointedAt : styles.band}>
            {partsOf(bar, series).map(({ id, colour, amount }) => (
              <span
                key={id}
                className={styles.bar}
                style={{ height: heightOf(amount), background: colour }}
              />
            ))}
            {(bars.length - 1 - index) % labelStep === 0 && (
              <span className={styles.day}>{dayLabel(bar.first, locale)}</span>
            )}
          </div>
        ))}
        {shown && (
          <BarTip bar={shown} share={(pointedAt + 0.5) / bars.length} series={series} format={format} />
        )}
      </div>
    </div>
  );
}

interface BarTipProps extends Pick<StackedBarsProps, 'series' | 'format'> {
  bar: Bar;
  /** The position of the bar, from 0 at the left to 1 at the right. */
  share: number;
}

/** The tooltip with the amounts of a bar. It is next to the bar, on the side with more room, if that is wide enough. */
function BarTip({ bar, share, series, format }: BarTipProps) {
  const { locale } = useLanguage();
  const distance = `clamp(0%, 100% - 15rem, ${100 * Math.min(share, 1 - share)}%)`;
  return (
    <div className={styles.chartTip} style={share < 0.5 ? { left: distance } : { right: distance }}>
      <strong>{daysLabel(bar.first, bar.last, locale)}</strong>
      {partsOf(bar, series).map(({ id, label, colour, amount }) => (
        <span key={id}>
          <i style={{ background: colour }} />
          <em>{label}</em>
          <b>{format(amount)}</b>
        </span>
      ))}
    </div>
  );
}

/** Returns the amounts of a bar, from the bottom up. */
const partsOf = (bar: Bar, series: readonly Series[]) =>
  series
    .map((one, nth) => ({
      id: one.id,
      label: one.label,
      colour: colourOf(one, nth),
      amount: bar.values[one.id] ?? 0,
    }))
    .filter(({ amount }) => amount > 0);
