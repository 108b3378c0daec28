import { useLanguage } from '../texts/language.js';
import { formatShare } from '../charts/amounts.js';
import styles from './battery.module.css';

const LOW = 20;

export function Battery({ percent }: { percent: number | null }) {
  const { texts, locale } = useLanguage();
  if (percent === null) return <span className="muted">{texts.none}</span>;
  return (
    <span className={percent < LOW ? styles.low : styles.level}>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      {formatShare(percent / 100, locale)}
    </span>
  );
}
