import { SCOPES, type Scope } from '../../api/records.js';
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

/** The scopes in one line, for a list: one scope by its name, several as a number that opens. */
export function ScopeCount({ scopes }: { scopes: readonly Scope[] }) {
  const { keys: texts } = useTexts();
  if (scopes.length < 2) return <ScopeTags scopes={scopes} />;
  return (
    <details className={styles.count}>
      <summary>
        <span className={styles.tag}>
          {scopes.length === SCOPES.length ? texts.allScopes : texts.scopeCount(scopes.length)}
        </span>
      </summary>
      <ScopeTags scopes={scopes} />
    </details>
  );
}
