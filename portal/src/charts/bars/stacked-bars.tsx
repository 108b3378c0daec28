import { useMemo, useState } from 'react';
import { BarTip } from './bar-tip.js';
import { DrawnBars } from './drawn-bars.js';
import { HEIGHT, plotOf } from './plot.js';
import type { Bars } from '../sums/bars.js';
import { ticks, type Series } from '../sums/series.js';
import { widthOfText } from './text-width.js';
import styles from './stacked-bars.module.css';

interface Props extends Pick<Bars, 'bars' | 'isOutlined'> {
  width: number;
  series: readonly Series[];
  format: (amount: number) => string;
  /** The amounts on the axis are multiples of this unit. */
  unit?: number;
}

/** The maximum width of a tooltip, as a share of the width of the chart. */
const WIDEST_TIP = 0.75;

/** The drawing of a chart. It loads on demand. */
export function StackedBars({ bars, isOutlined, width, series, format, unit = 1 }: Props) {
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
