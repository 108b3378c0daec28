import type { ApiKey } from '../api/records.js';
import { Button } from '../design/controls/button.js';
import { Icon, type IconName } from '../design/signs/icon.js';
import { Tip } from '../design/signs/tip.js';
import { useTexts } from '../texts/language.js';
import { useNow } from '../time/now.js';
import type { KeyAction } from './change/key-dialogue.js';
import styles from './key-actions.module.css';
import { hasOldKey } from './state/key-state.js';

interface Props {
  of: ApiKey;
  onAction: (action: KeyAction) => void;
}

/** What can be done to a key: each with its word where there is room, else with a sign that explains itself. */
export function KeyActions({ of: key, onAction }: Props) {
  const { keys: texts } = useTexts();
  const now = useNow();
  const action = (kind: 'edit' | 'regenerate' | 'endOldKey' | 'delete', icon: IconName, label: string) => (
    <Tip text={label}>
      <Button
        kind={['delete', 'endOldKey'].includes(kind) ? 'smallDanger' : 'small'}
        aria-label={label}
        onPress={() => onAction({ kind, key })}
      >
        <Icon name={icon} />
        <span className={styles.word}>{texts[kind]}</span>
      </Button>
    </Tip>
  );
  return (
    <div className={styles.actions}>
      {action('edit', 'edit', texts.editOf(key.application))}
      {action('regenerate', 'renew', texts.regenerateOf(key.application))}
      {hasOldKey(key, now) && action('endOldKey', 'close', texts.endOldKeyOf(key.application))}
      {action('delete', 'delete', texts.deleteOf(key.application))}
    </div>
  );
}
