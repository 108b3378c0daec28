import { useTexts } from '../texts/language.js';
import styles from './status-badge.module.css';

/** A device's state; one we do not know is shown as it is. */
export function StatusBadge({ status }: { status: string }) {
  const { data, none } = useTexts();
  return (
    <span className={styles[status.toLowerCase()] ?? styles.badge}>
      {data.statuses[status] ?? (status || none)}
    </span>
  );
}
