import type { Column } from '../design/table/column.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/language.js';
import styles from './status-badge.module.css';

/** The state of a device. Unknown states are shown unchanged. */
export function StatusBadge({ status }: { status: string }) {
  const { data, none } = useTexts();
  return (
    <span className={styles[status.toLowerCase()] ?? styles.badge}>
      {data.statuses[status] ?? (status || none)}
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
  inFile: [[status, (row) => statuses[row.status] ?? row.status]],
  cell: (row) => <StatusBadge status={row.status} />,
});
