import { lazy, Suspense, useState } from 'react';
import type { ApiKey, ApiKeyWithSecret } from '../api/types.js';
import type { ResourceState } from '../api/hooks.js';
import type { IconName } from '../design/icons/icon.js';
import { Notice } from '../design/notices/notice.js';
import { afterDialogCloses } from '../design/page/dialogs/dialog.js';
import { focusPageTitle } from '../design/page/page.js';
import { RowAction, RowActions } from '../design/table/row-actions.js';
import { useTexts } from '../texts/language.js';
import { useNow } from '../time/now.js';
import type { KeyAction } from './change/key-dialog.js';
import { IssuedKeys } from './issued/issued-keys.js';
import { hasOldKey } from './state/key-state.js';

/** Loaded on demand, because it contains the form with its calendar. */
const KeyDialog = lazy(async () => ({ default: (await import('./change/key-dialog.js')).KeyDialog }));

interface Options {
  /** The initial message. */
  successMessage?: string;
  /** Runs instead of showing the message of a deletion. */
  onDeleted?: (message: string) => void;
}

/** Manages the dialogs of the keys on a page and their results. The page decides where to show them. */
export function useKeyDialogs(
  { value: keys, reload }: ResourceState<ApiKey[]>,
  { successMessage: initialMessage, onDeleted }: Options = {},
) {
  const { keys: texts } = useTexts();
  const [action, setAction] = useState<KeyAction>();
  const [isSubmitted, setSubmitted] = useState(false);
  const [issued, setIssued] = useState<readonly ApiKeyWithSecret[]>([]);
  const [successMessage, setSuccessMessage] = useState(initialMessage);
  const target = action && 'key' in action ? action.key : undefined;
  const latest = keys?.find(({ id }) => id === target?.id);

  const open = (next: KeyAction) => {
    setAction(next);
    setSubmitted(false);
    reload(); // the dialog shows the last use of the key
  };
  // another dialog may be open when a late response arrives
  const closeDialog = () => setAction((current) => (current === action ? undefined : current));
  const handleSubmitted = () => {
    setSubmitted(true);
    reload();
  };
  const handleClose = () => {
    setAction(undefined);
    if (isSubmitted) reload(); // a change whose response was lost may have been saved
    if (target && !latest) afterDialogCloses(focusPageTitle);
  };
  const removeIssued = (id: string) => {
    setIssued((before) => before.filter((key) => key.id !== id));
    afterDialogCloses(focusPageTitle);
  };
  const handleIssued = (key: ApiKeyWithSecret) => {
    setIssued((before) => [key, ...before.filter(({ id }) => id !== key.id)]);
    setSuccessMessage(undefined);
    closeDialog();
  };
  const handleDone = (what: keyof typeof MESSAGES, { id, application }: ApiKey) => {
    const message = texts[MESSAGES[what]](application);
    setSuccessMessage(message);
    closeDialog();
    if (what === 'revokeOldKey') afterDialogCloses(focusPageTitle);
    if (what !== 'delete') return;
    removeIssued(id);
    onDeleted?.(message);
  };
  return {
    open,
    issued: <IssuedKeys keys={issued} onDone={removeIssued} />,
    successMessage: successMessage && <Notice kind="success">{successMessage}</Notice>,
    dialog: action && (
      <Suspense>
        <KeyDialog
          action={action}
          latest={latest}
          onIssued={handleIssued}
          onDone={handleDone}
          onSubmitted={handleSubmitted}
          onClose={handleClose}
        />
      </Suspense>
    ),
  };
}

/** The texts of the messages after each action. */
const MESSAGES = { edit: 'saved', revokeOldKey: 'oldKeyEnded', delete: 'deleted' } as const;

export function KeyActions({
  apiKey: key,
  onAction,
}: {
  apiKey: ApiKey;
  onAction: (action: KeyAction) => void;
}) {
  const { keys: texts } = useTexts();
  const now = useNow();
  const renderAction = (kind: Exclude<KeyAction['kind'], 'create'>, icon: IconName, label: string) => (
    <RowAction
      icon={icon}
      text={texts[kind]}
      label={label}
      isDangerous={['delete', 'revokeOldKey'].includes(kind)}
      onPress={() => onAction({ kind, key })}
    />
  );
  return (
    <RowActions>
      {renderAction('edit', 'edit', texts.editOf(key.application))}
      {renderAction('regenerate', 'renew', texts.regenerateOf(key.application))}
      {hasOldKey(key, now) && renderAction('revokeOldKey', 'close', texts.revokeOldKeyOf(key.application))}
      {renderAction('delete', 'delete', texts.deleteOf(key.application))}
    </RowActions>
  );
}
