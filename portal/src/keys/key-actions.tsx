import type { ApiKey } from '../api/records.js';
import type { IconName } from '../design/icons/icon.js';
import { RowAction, RowActions } from '../design/table/row-actions.js';
import { useTexts } from '../texts/language.js';
import { useNow } from '../time/now.js';
import type { KeyAction } from './change/key-dialog.js';
import { hasOldKey } from './state/key-state.js';

interface Props {
  of: ApiKey;
  onAction: (action: KeyAction) => void;
}

/** The actions of an API key. */
export function KeyActions({ of: key, onAction }: Props) {
  const { keys: texts } = useTexts();
  const now = useNow();
  const action = (kind: 'edit' | 'regenerate' | 'endOldKey' | 'delete', icon: IconName, label: string) => (
    <RowAction
      icon={icon}
      word={texts[kind]}
      label={label}
      isDangerous={['delete', 'endOldKey'].includes(kind)}
      onPress={() => onAction({ kind, key })}
    />
  );
  return (
    <RowActions>
      {action('edit', 'edit', texts.editOf(key.application))}
      {action('regenerate', 'renew', texts.regenerateOf(key.application))}
      {hasOldKey(key, now) && action('endOldKey', 'close', texts.endOldKeyOf(key.application))}
      {action('delete', 'delete', texts.deleteOf(key.application))}
    </RowActions>
  );
}
