import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '../texts/language.js';
import { dayLabel, daysLabel } from '../time/days.js';
import { type Bar, type Bars, colourOf, labelled, type Series, ticks } from './series.js';
import styles from './stacked-bars.module.css';

interface StackedBarsProps extends Pick<Bars, 'bars' | 'isOutlined'> {
  width: number;
  series: readonly Series[];
  format: (amount: number) => string;
  /** The amounts on the axis are multiples of this unit. */
  unit?: number;
}

/** The maximum width of a tooltip, as a share of the width of the chart. */
const WIDEST_TIP = 0.75;

/** The drawing of a chart. It loads on demand. */
export function StackedBars({ bars, isOutlined, width, series, format, unit = 1 }: StackedBarsProps) {
  const [mouse, setMouse] = useState<{ x: number; y: number }>();
  const marks = useMemo(() => ticks(bars, unit), [bars, unit]);
  const plot = useMemo(
    () => plotOf(width, Math.max(...marks.map((mark) => widthOfText(format(mark)))), bars.length),
    [width, marks, format, bars.length],
  );
  const follow = (area: Element, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top } = area.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const isInside = x >= plot.left && x <= plot.right && y >= plot.top && y <= plot.bottom;
    setMouse(isInside ? { x, y } : undefined);
  };
  const index = mouse ? Math.min(Math.floor((mouse.x - plot.left) / plot.band), bars.length - 1) : -1;
  const shown = bars[index];
  return (
    <div
      className={styles.stackedBars}
      onMouseMove={(event) => follow(event.currentTarget, event)}
      onMouseLeave={() => setMouse(undefined)}
      onTouchMove={({ currentTarget, touches }) => follow(currentTarget, touches.item(0))}
    >
      <svg width={width} height={HEIGHT}>
        {shown && (
          <rect
            x={plot.left + plot.band * index}
            y={plot.top}
            width={plot.band}
            height={plot.bottom - plot.top}
            className={styles.pointedAt}
          />
        )}
        <DrawnBars {...{ bars, isOutlined, plot, marks, series, format }} />
      </svg>
      {mouse && shown && (
        <BarTip {...{ shown, series, format, plot, index }} y={mouse.y} maxWidth={WIDEST_TIP * width} />
      )}
    </div>
  );
}

interface DrawnBarsProps extends Pick<Bars, 'bars' | 'isOutlined'> {
  plot: Plot;
  marks: readonly number[];
  series: readonly Series[];
  format: (amount: number) => string;
}

/** The axes and bars. Memoized, so that mouse moves do not draw them again. */
const DrawnBars = memo(function DrawnBars({ bars, isOutlined, plot, marks, series, format }: DrawnBarsProps) {
  const { locale } = useLanguage();
  const scale = (plot.bottom - plot.top) / Math.max(marks.at(-1) ?? 1, 1);
  const labels = bars.map(({ first }) => dayLabel(first, locale));
  const places = bars.map((_, index) => placeOf(plot, index));
  return (
    <g className={isOutlined ? styles.outlined : undefined}>
      {marks.map((mark) => (
        <g key={mark} transform={`translate(0 ${plot.bottom - mark * scale})`}>
          <path d={`M${plot.left} 0H${plot.right}`} className={styles.line} />
          <text x={plot.left - LABEL_GAP} dy="0.355em" textAnchor="end" className={styles.label}>
            {format(mark)}
          </text>
        </g>
      ))}
      {labelled(
        places.map(({ centre }) => centre),
        labels.map(widthOfText),
        plot.right + plot.margin,
      ).map(({ index, x }) => (
        <text
          key={index}
          x={x}
          y={plot.bottom + LABEL_GAP}
          dy="0.71em"
          textAnchor="middle"
          className={styles.label}
        >
          {labels[index]}
        </text>
      ))}
      {bars.map(({ first, values }, index) => {
        let top = plot.bottom;
        return series.map((one, nth) => {
          const height = (values[one.id] ?? 0) * scale;
          if (height <= 0) return null;
          top -= height;
          return (
            <rect
              key={`${first} ${one.id}`}
              className={styles.bar}
              x={places[index]?.bar}
              y={top}
              width={plot.barWidth}
              height={height}
              fill={colourOf(one, nth)}
            />
          );
        });
      })}
    </g>
  );
});

interface BarTipProps {
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
const nextTo = (place: number, size: number, from: number, to: number) =>
  Math.max(place + AWAY_PX + size > to ? place - AWAY_PX - size : place + AWAY_PX, from);

/** The tooltip with the amounts of the bar under the mouse. */
function BarTip({ shown, series, format, plot, index, y, maxWidth }: BarTipProps) {
  const { locale } = useLanguage();
  const tip = useRef<HTMLDivElement>(null);
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (!tip.current) return;
    const { offsetWidth, offsetHeight, style } = tip.current;
    const left = nextTo(placeOf(plot, index).centre, offsetWidth, plot.left, plot.right);
    const top = nextTo(y, offsetHeight, plot.top, plot.bottom);
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

const HEIGHT = 260;
/** The gap between the bars and the labels of the axes. */
const LABEL_GAP = 8;
const MARGIN = 4;
const TOP = 8;
/** The height of the labels below the bars. */
const DAYS_PX = 30;
/** The share of its band that a bar leaves free on each side. */
const FREE = 0.1;
const WIDEST_BAR = 48;

/** The geometry of the bars in pixels. */
interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  margin: number;
  /** The width of a band: a bar with the space around it. */
  band: number;
  barWidth: number;
  /** The offset of a bar in its band. */
  indent: number;
}

function plotOf(width: number, amountsWidth: number, count: number): Plot {
  const left = MARGIN + Math.round(amountsWidth + LABEL_GAP);
  const right = Math.max(width - MARGIN, left);
  const band = (right - left) / Math.max(count, 1);
  const filled = band * (1 - 2 * FREE);
  const whole = filled > 1 ? Math.floor(filled) : filled;
  const barWidth = Math.min(whole, WIDEST_BAR);
  const indent = band * FREE + (whole - barWidth) / 2;
  return { left, right, top: TOP, bottom: HEIGHT - DAYS_PX, margin: MARGIN, band, barWidth, indent };
}

/** Returns the start of a bar and the middle of its band. */
function placeOf({ left, band, indent }: Plot, index: number): { bar: number; centre: number } {
  return { bar: left + band * index + indent, centre: left + band * (index + 0.5) };
}

const FONT_PX = 12;
const context = document.createElement('canvas').getContext('2d');

/** Returns the width of a chart label in the font of the page. */
function widthOfText(text: string): number {
  if (!context) return FONT_PX * text.length;
  context.font = `${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}
