import { useLanguage } from '../texts/language.js';
import { formatShare } from './amounts.js';

interface Props {
  label: string;
  shares: readonly { id: string; label: string; amount: number }[];
  format: (amount: number) => string;
}

/** Amounts beside each other as a list of bars. */
export function SharesList({ label, shares, format }: Props) {
  const { locale } = useLanguage();
  const sum = shares.reduce((total, { amount }) => total + amount, 0);
  const most = Math.max(...shares.map(({ amount }) => amount), 1);
  return (
    <ul className="shares" role="list" aria-label={label}>
      {shares.map(({ id, label: name, amount }) => (
        <li key={id}>
          <span className="shares-name" title={id}>
            {name}
          </span>
          <span className="shares-bar" aria-hidden="true">
            <span style={{ width: `${(100 * amount) / most}%` }} />
          </span>
          <span className="number">{format(amount)}</span>
          <span className="number muted">{formatShare(sum === 0 ? 0 : amount / sum, locale)}</span>
        </li>
      ))}
    </ul>
  );
}
