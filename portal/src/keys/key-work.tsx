import { lazy, Suspense, useState } from 'react';
import type { ApiKey, ApiKeyWithSecret } from '../api/records.js';
import type { Loading } from '../api/hooks.js';
import type { IconName } from '../design/icons/icon.js';
import { Notice } from '../design/notices/notice.js';
import { afterDialog } from '../design/page/dialogs/dialog.js';
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
  /** The first message. */
  news?: string;
  /** Runs instead of showing the message of a deletion. */
  onDeleted?: (message: string) => void;
}

/** Manages the dialogs of the keys on a page and their results. The page decides where to show them. */
export function useKeyWork(
  { value: keys, reload }: Loading<ApiKey[]>,
  { news: firstNews, onDeleted }: Options = {},
) {
  const { keys: texts } = useTexts();
  const [action, setAction] = useState<KeyAction>();
  const [isSubmitted, setSubmitted] = useState(false);
  const [issued, setIssued] = useState<readonly ApiKeyWithSecret[]>([]);
  const [news, setNews] = useState(firstNews);
  const target = action && 'key' in action ? action.key : undefined;
  const latest = keys?.find(({ id }) => id === target?.id);

  const open = (next: KeyAction) => {
    setAction(next);
    setSubmitted(false);
    reload(); // the dialog shows the last use of the key
  };
  const submitted = () => {
    setSubmitted(true);
    reload();
  };
  const close = () => {
    setAction(undefined);
    if (isSubmitted) reload(); // a change whose response was lost may have been saved
    if (target && !latest) afterDialog(focusPageTitle);
  };
  const forget = (id: string) => {
    setIssued((before) => before.filter((key) => key.id !== id));
    afterDialog(focusPageTitle);
  };
  const issue = (key: ApiKeyWithSecret) => {
    setIssued((before) => [key, ...before.filter(({ id }) => id !== key.id)]);
    setNews(undefined);
    setAction(undefined);
  };
  const done = (what: keyof typeof MESSAGES, { id, application }: ApiKey) => {
    const message = texts[MESSAGES[what]](application);
    setNews(message);
    setAction(undefined);
    if (what === 'endOldKey') afterDialog(focusPageTitle);
    if (what !== 'delete') return;
    forget(id);
    onDeleted?.(message);
  };
  return {
    open,
    issued: <IssuedKeys keys={issued} onDone={forget} />,
    news: news && <Notice kind="success">{news}</Notice>,
    dialog: action && (
      <Suspense>
        <KeyDialog
          action={action}
          latest={latest}
          onIssued={issue}
          onDone={done}
          onSubmitted={submitted}
          onClose={close}
        />
      </Suspense>
    ),
  };
}

/** The texts of the messages after each action. */
const MESSAGES = { edit: 'saved', endOldKey: 'oldKeyEnded', delete: 'deleted' } as const;

export function KeyActions({ of: key, onAction }: { of: ApiKey; onAction: (action: KeyAction) => void }) {
  const { keys: texts } = useTexts();
  const now = useNow();
  const action = (kind: Exclude<KeyAction['kind'], 'create'>, icon: IconName, label: string) => (
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
