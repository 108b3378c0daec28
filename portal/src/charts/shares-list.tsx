import { DownloadCsv } from '../design/download/download-csv.js';
import { Card } from '../design/page/card.js';
import { useLanguage } from '../texts/language.js';
import { type AmountsInFile, amountsOf, formatShare } from './amounts.js';
import { type Amount, sumsOf } from './series.js';
import styles from './shares-list.module.css';

interface Props {
  label: string;
  amounts: readonly Amount[];
  nameOf: (id: string) => string;
  format: (amount: number) => string;
  inFile: AmountsInFile;
}

/** A card that compares the amounts of apps as a list of bars. */
export function SharesList({ label, amounts, nameOf, format, inFile }: Props) {
  const { texts, locale } = useLanguage();
  const shares = Object.entries(sumsOf(amounts.map(({ series, amount }) => [series, amount])))
    .map(([id, amount]) => ({ id, name: nameOf(id), amount }))
    .toSorted((a, b) => b.amount - a.amount);
  const sum = shares.reduce((total, { amount }) => total + amount, 0);
  const most = Math.max(...shares.map(({ amount }) => amount), 1);
  return (
    <Card title={label}>
      <ul className={styles.shares} role="list" aria-label={label}>
        {shares.map(({ id, name, amount }) => (
          <li key={id}>
            <span className={styles.name} title={id}>
              {name}
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${(100 * amount) / most}%` }} />
            </span>
            <span className="number">{format(amount)}</span>
            <span className="number muted">{formatShare(sum === 0 ? 0 : amount / sum, locale)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <DownloadCsv
          kind="small"
          what={label}
          subject={inFile}
          rows={shares}
          columns={[
            [texts.device.app, ({ name }) => name],
            [texts.device.package, ({ id }) => id],
            [amountsOf(label, inFile), ({ amount }) => amount],
          ]}
        />
      </div>
    </Card>
  );
}
