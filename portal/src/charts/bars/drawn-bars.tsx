import { memo } from 'react';
import { useLanguage } from '../../texts/language.js';
import { dayLabel } from '../../time/days.js';
import type { Bars } from '../sums/bars.js';
import { labelled } from '../sums/labelled.js';
import { colourOf, type Series } from '../sums/series.js';
import { LABEL_GAP, placeOf, type Plot } from './plot.js';
import { widthOfText } from './text-width.js';
import styles from './stacked-bars.module.css';

interface Props extends Pick<Bars, 'bars' | 'isOutlined'> {
  plot: Plot;
  marks: readonly number[];
  series: readonly Series[];
  format: (amount: number) => string;
}

/** The axes and bars. Memoized, so that mouse moves do not draw them again. */
export const DrawnBars = memo(function DrawnBars({ bars, isOutlined, plot, marks, series, format }: Props) {
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
