import { lazy, Suspense, useMemo } from 'react';
import { Waiting } from '../design/loaded.js';
import { useWidth } from '../design/use-width.js';
import { useLanguage, useTexts } from '../texts/language.js';
import { dayLabel } from '../time/days.js';
import { barsFor } from './bars.js';
import { colourOf, type ChartDay, type Series } from './series.js';

const StackedBars = lazy(async () => ({ default: (await import('./stacked-bars.js')).StackedBars }));

interface Props {
  title: string;
  days: readonly ChartDay[];
  series: readonly Series[];
  format: (amount: number) => string;
  /** Amounts on the axis are multiples of it. */
  unit?: number;
}

/** Amounts per day as stacked bars, with the same figures as a table for whoever does not see them. */
export function DaysChart({ title, days, series, format, unit }: Props) {
  const { barsAreWeeks } = useTexts();
  const [area, width] = useWidth<HTMLDivElement>();
  const { isWeekly, ...drawn } = useMemo(() => barsFor(days, width), [days, width]);
  return (
    <figure className="chart">
      <ul className="legend" role="list">
        {series.map((one, index) => (
          <li key={one.id}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={colourOf(one, index)} />
            </svg>
            {one.label}
          </li>
        ))}
      </ul>
      <div className="chart-area" role="img" aria-label={title} ref={area}>
        {width > 0 && (
          <Suspense fallback={<Waiting />}>
            <StackedBars {...drawn} width={width} series={series} format={format} unit={unit} />
          </Suspense>
        )}
      </div>
      {width > 0 && isWeekly && <p className="hint">{barsAreWeeks}</p>}
      <FiguresTable title={title} days={days} series={series} format={format} />
    </figure>
  );
}

function FiguresTable({ title, days, series, format }: Props) {
  const { texts, locale } = useLanguage();
  return (
    <details>
      <summary>{texts.showTable}</summary>
      <div className="scroll" tabIndex={0} role="region" aria-label={title}>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">{texts.activity.day}</th>
              {series.map(({ id, label }) => (
                <th key={id} scope="col" className="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, values }) => (
              <tr key={day}>
                <th scope="row">{dayLabel(day, locale, 'full')}</th>
                {series.map(({ id }) => (
                  <td key={id} className="number">
                    {format(values[id] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
