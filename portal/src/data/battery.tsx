import { useLanguage } from '../texts/language.js';
import { formatShare } from '../charts/amounts.js';

const LOW = 20;

export function Battery({ percent }: { percent: number | null }) {
  const { texts, locale } = useLanguage();
  if (percent === null) return <span className="muted">{texts.none}</span>;
  return (
    <span className={percent < LOW ? 'level low' : 'level'}>
      <span className="level-bar" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      {formatShare(percent / 100, locale)}
    </span>
  );
}
