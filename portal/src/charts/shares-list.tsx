import type { DayRange } from '../api/types.js';
import { DownloadCsvButton } from '../design/download/download-csv-button.js';
import { Card } from '../design/page/card.js';
import type { Texts } from '../texts/en.js';
import { useLanguage } from '../texts/language.js';
import { type AmountCsvFile, amountColumnName, formatShare } from './format-amounts.js';
import { type Amount, largestSeries, sumByDay, OTHERS, sumById } from './series.js';
import styles from './shares-list.module.css';

interface Props {
  label: string;
  amounts: readonly Amount[];
  format: (amount: number) => string;
  csvFile: AmountCsvFile;
}

/** A card that compares the amounts of apps as a list of bars. */
export function SharesList({ label, amounts, format, csvFile }: Props) {
  const { texts, locale } = useLanguage();
  const shares = Object.entries(sumById(amounts.map(({ series, amount }) => [series, amount])))
    .map(([id, amount]) => ({ id, name: appName(id, texts.device), amount }))
    .toSorted((a, b) => b.amount - a.amount);
  const sum = shares.reduce((total, { amount }) => total + amount, 0);
  const maxAmount = Math.max(...shares.map(({ amount }) => amount), 1);
  return (
    <Card title={label}>
      <ul className={styles.shares} role="list" aria-label={label}>
        {shares.map(({ id, name, amount }) => (
          <li key={id}>
            <span className={styles.name} title={id}>
              {name}
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${(100 * amount) / maxAmount}%` }} />
            </span>
            <span className="number">{format(amount)}</span>
            <span className="number muted">{formatShare(sum === 0 ? 0 : amount / sum, locale)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <DownloadCsvButton
          kind="small"
          label={label}
          csvFile={csvFile}
          rows={shares}
          columns={[
            [texts.device.app, ({ name }) => name],
            [texts.device.package, ({ id }) => id],
            [amountColumnName(label, csvFile), ({ amount }) => amount],
          ]}
        />
      </div>
    </Card>
  );
}

const CATCH_ALL = 'OTHER';

/** Keeps the largest apps of each day and combines the others. */
export const largestApps = (range: DayRange, amounts: readonly Amount[], texts: Texts['device']) =>
  largestSeries(
    sumByDay(range, amounts),
    (app) => appName(app, texts),
    (app) => app === CATCH_ALL,
  );

/**
 * Shortens "com.google.android.apps.maps" to "maps" for a chart, because usage records contain no other name. A table
 * shows the full name.
 */
function appName(app: string, { otherApps }: Texts['device']): string {
  if (app === CATCH_ALL || app === OTHERS) return otherApps;
  const parts = app.split('.');
  const last = parts.at(-1) ?? app;
  const isGeneric = ['android', 'app', 'client', 'mobile', 'katana', 'main'].includes(last);
  return isGeneric && parts.length > 2 ? `${parts.at(-2) ?? ''}.${last}` : last;
}
