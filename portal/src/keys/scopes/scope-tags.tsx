import type { Scope } from '../../api/records.js';
import { useTexts } from '../../texts/language.js';
import styles from './scope.module.css';

export function ScopeTags({ scopes }: { scopes: readonly Scope[] }) {
  const texts = useTexts();
  return (
    <ul className={styles.tags} role="list">
      {scopes.map((scope) => (
        <li key={scope} className={styles.tag} title={scope}>
          {texts.scopes[scope].label}
        </li>
      ))}
    </ul>
  );
}
