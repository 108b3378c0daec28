import { formatShare } from '../charts/format-amounts.js';
import type { Column } from '../design/table/column.js';
import type { Texts } from '../texts/en.js';
import { labelOf } from '../texts/label-of.js';
import { useLanguage, useTexts } from '../texts/language.js';
import batteryStyles from './battery.module.css';
import styles from './status-badge.module.css';

/** The state of a device. Unknown states are shown unchanged. */
export function StatusBadge({ status }: { status: string }) {
  const { data, none } = useTexts();
  const name = status.toLowerCase();
  return (
    <span className={Object.hasOwn(styles, name) ? styles[name] : styles.badge}>
      {labelOf(data.statuses, status) || none}
    </span>
  );
}

export const statusColumn = <Row extends { status: string }>({
  status,
  statuses,
}: Texts['data']): Column<Row> => ({
  id: 'status',
  label: status,
  sortBy: (row) => row.status,
  csvColumns: [[status, (row) => labelOf(statuses, row.status)]],
  cell: (row) => <StatusBadge status={row.status} />,
});

const LOW_PERCENT = 20;

export function Battery({ percent }: { percent: number | null }) {
  const { texts, locale } = useLanguage();
  if (percent === null) return <span className="muted">{texts.none}</span>;
  return (
    <span className={percent < LOW_PERCENT ? batteryStyles.low : batteryStyles.level}>
      <span className={batteryStyles.bar} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      {formatShare(percent / 100, locale)}
    </span>
  );
}

/** Returns a function that formats a value as yes, no or unknown. */
export function useFormatBoolean(): (flag: boolean | null) => string {
  const { yes, no, none } = useTexts();
  return (flag) => (flag === null ? none : flag ? yes : no);
}
