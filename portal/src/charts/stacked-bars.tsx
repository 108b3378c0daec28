import { useState } from 'react';
import { useLanguage } from '../texts/language.js';
import { formatDay, formatDayRange } from '../time/days.js';
import { AXIS_PX, type Bar, colorOf, type Series, ticks } from './series.js';
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
  const [hoveredIndex, setHoveredIndex] = useState(-1);
  const tickValues = ticks(bars, unit);
  const heightOf = (amount: number) => `${(100 * amount) / Math.max(...tickValues)}%`;
  const labelStep = Math.ceil((LABEL_PX * bars.length) / Math.max(width - AXIS_PX, LABEL_PX));
  const updateHovered = (plot: Element, x: number) => {
    const { left, width: plotWidth } = plot.getBoundingClientRect();
    setHoveredIndex(Math.floor((bars.length * (x - left)) / plotWidth));
  };
  const hoveredBar = bars[hoveredIndex];
  return (
    <div className={styles.stackedBars}>
      <div className={styles.amounts}>
        {tickValues.map((mark) => (
          <span key={mark}>{format(mark)}</span>
        ))}
      </div>
      <div
        className={styles.plot}
        onMouseMove={({ currentTarget, clientX }) => updateHovered(currentTarget, clientX)}
        onMouseLeave={() => setHoveredIndex(-1)}
        onTouchMove={({ currentTarget, touches }) => updateHovered(currentTarget, touches.item(0).clientX)}
      >
        {tickValues.map((mark) => (
          <hr key={mark} style={{ bottom: heightOf(mark) }} />
        ))}
        {bars.map((bar, index) => (
          <div key={bar.first} className={bar === hoveredBar ? styles.pointedAt : styles.band}>
            {segmentsOf(bar, series).map(({ id, color, amount }) => (
              <span key={id} className={styles.bar} style={{ height: heightOf(amount), background: color }} />
            ))}
            {(bars.length - 1 - index) % labelStep === 0 && (
              <span className={styles.day}>{formatDay(bar.first, locale)}</span>
            )}
          </div>
        ))}
        {hoveredBar && (
          <BarTooltip
            bar={hoveredBar}
            position={(hoveredIndex + 0.5) / bars.length}
            series={series}
            format={format}
          />
        )}
      </div>
    </div>
  );
}

interface BarTooltipProps extends Pick<StackedBarsProps, 'series' | 'format'> {
  bar: Bar;
  /** The position of the bar, from 0 at the left to 1 at the right. */
  position: number;
}

/** The tooltip with the amounts of a bar. It is next to the bar, on the side with more room, if that is wide enough. */
function BarTooltip({ bar, position, series, format }: BarTooltipProps) {
  const { locale } = useLanguage();
  const distance = `clamp(0%, 100% - 15rem, ${100 * Math.min(position, 1 - position)}%)`;
  return (
    <div className={styles.chartTip} style={position < 0.5 ? { left: distance } : { right: distance }}>
      <strong>{formatDayRange(bar.first, bar.last, locale)}</strong>
      {segmentsOf(bar, series).map(({ id, label, color, amount }) => (
        <span key={id}>
          <i style={{ background: color }} />
          <em>{label}</em>
          <b>{format(amount)}</b>
        </span>
      ))}
    </div>
  );
}

/** Returns the amounts of a bar, from the bottom up. */
const segmentsOf = (bar: Bar, series: readonly Series[]) =>
  series
    .map((one, nth) => ({
      id: one.id,
      label: one.label,
      color: colorOf(one, nth),
      amount: bar.values[one.id] ?? 0,
    }))
    .filter(({ amount }) => amount > 0);
