import { type ReactNode, useCallback, useState } from 'react';
import type { CsvColumn } from '../design/download/csv.js';
import { DownloadCsvButton } from '../design/download/download-csv-button.js';
import { Card } from '../design/page/card.js';
import { useLanguage, useTexts } from '../texts/language.js';
import { formatDay } from '../time/days.js';
import { type AmountCsvFile, amountColumnName } from './format-amounts.js';
import { barsFor, type ChartDay, colorOf, type Series } from './series.js';
import { StackedBars } from './stacked-bars.js';
import styles from './days-chart.module.css';
import figures from './figures.module.css';

interface Props {
  title: string;
  /** Controls that change how the amounts are shown. */
  actions?: ReactNode;
  days: readonly ChartDay[];
  series: readonly Series[];
  format: (amount: number) => string;
  /** The amounts on the axis are multiples of this unit. */
  unit?: number;
  csvFile: AmountCsvFile;
}

/** A card with a stacked bar for each day, and a table of the same amounts for screen readers. */
export function DaysChart({ title, actions, days, series, format, unit, csvFile }: Props) {
  const texts = useTexts();
  const [width, setWidth] = useState(0);
  const measureRef = useCallback((area: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(area);
    return () => observer.disconnect();
  }, []);
  const { bars, isWeekly } = barsFor(days, width);
  return (
    <Card title={title} actions={actions}>
      <figure className={styles.chart}>
        <ul className={styles.legend} role="list">
          {series.map((one, index) => (
            <li key={one.id}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" rx="2" fill={colorOf(one, index)} />
              </svg>
              {one.label}
            </li>
          ))}
        </ul>
        <div className={styles.area} role="img" aria-label={title} ref={measureRef}>
          {width > 0 && <StackedBars bars={bars} width={width} series={series} format={format} unit={unit} />}
        </div>
        {width > 0 && isWeekly && <p className="hint">{texts.weeklyBars}</p>}
        <div className={styles.foot}>
          <FiguresTable title={title} days={days} series={series} format={format} />
          <DownloadCsvButton
            kind="small"
            label={title}
            csvFile={csvFile}
            rows={days}
            columns={[
              [texts.days.day, ({ day }) => day],
              ...series.map(({ id, label }): CsvColumn<ChartDay> => [
                amountColumnName(label, csvFile),
                ({ values }) => values[id] ?? 0,
              ]),
            ]}
          />
        </div>
      </figure>
    </Card>
  );
}

function FiguresTable({ title, days, series, format }: Omit<Props, 'csvFile'>) {
  const { texts, locale } = useLanguage();
  return (
    <details>
      <summary>{texts.showTable}</summary>
      <div className={figures.scroll} tabIndex={0} role="region" aria-label={title}>
        <table className={figures.figures}>
          <thead>
            <tr>
              <th scope="col">{texts.days.day}</th>
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
                <th scope="row">{formatDay(day, locale, 'full')}</th>
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
