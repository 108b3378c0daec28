import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.js';
import type { ApiKey, ApiKeyWithSecret } from '../../api/types.js';
import { Select } from '../../design/fields/select.js';
import { RelativeTime } from '../../design/icons/relative-time.js';
import { Notice } from '../../design/notices/notice.js';
import { ConfirmDialog } from '../../design/page/dialogs/dialog.js';
import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { ScopeTags } from '../scopes/scopes.js';
import { DAY_MS, hasOldKey } from '../state/key-state.js';
import { changesBetween } from '../fields/key-draft.js';
import { KeyForm } from './key-form.js';

export type KeyAction =
  { kind: 'create' } | { kind: 'edit' | 'regenerate' | 'revokeOldKey' | 'delete'; key: ApiKey };

interface KeyDialogProps {
  action: KeyAction;
  /** The current version of the key, unless it was deleted. */
  latest: ApiKey | undefined;
  onIssued: (key: ApiKeyWithSecret) => void;
  onDone: (done: 'edit' | 'revokeOldKey' | 'delete', key: ApiKey) => void;
  /** Runs after each request for a change, even if its outcome is unknown. */
  onSubmitted: () => void;
  onClose: () => void;
}

export function KeyDialog({ action, latest, onIssued, onDone, onSubmitted, onClose }: KeyDialogProps) {
  const { remove, revokeOldKey } = useTexts();
  const notifySubmitted = <T,>(change: Promise<T>) => change.finally(onSubmitted);
  if (action.kind === 'create')
    return (
      <KeyForm
        onSave={async (input) => onIssued(await notifySubmitted(api.createKey(input)))}
        onClose={onClose}
      />
    );
  const { kind, key } = action;
  const target = latest ?? key;
  switch (kind) {
    case 'edit':
      return (
        <KeyForm
          edited={key}
          latest={latest}
          onSave={async (input, before = key) => {
            const change = changesBetween(before, input);
            if (change) onDone(kind, await notifySubmitted(api.updateKey(key.id, change)));
            else onClose();
          }}
          onClose={onClose}
        />
      );
    case 'regenerate':
      return (
        <RegenerateDialog
          target={target}
          onConfirm={async (hours) => onIssued(await notifySubmitted(api.regenerateKey(key.id, hours)))}
          onClose={onClose}
        />
      );
    case 'revokeOldKey':
    case 'delete': {
      const isOldKey = kind === 'revokeOldKey';
      return (
        <KeyConfirmDialog
          target={target}
          texts={isOldKey ? revokeOldKey : remove}
          lastUsedAt={isOldKey ? target.old_key_last_used_at : target.last_used_at}
          onConfirm={async () => {
            await notifySubmitted(isOldKey ? api.revokeOldKey(key.id) : api.deleteKey(key.id));
            onDone(kind, key);
          }}
          onClose={onClose}
        />
      );
    }
  }
}

const OVERLAP_HOURS = [0, 1, 24, 72, 168];
const DAY_HOURS = 24;

interface RegenerateDialogProps {
  target: ApiKey;
  onConfirm: (overlapHours: number) => Promise<void>;
  onClose: () => void;
}

/**
 * Asks before a key is regenerated, and how long the old key stays valid. That is one day unless the user chooses
 * otherwise, if an application used the key within the last day.
 */
function RegenerateDialog({ target, onConfirm, onClose }: RegenerateDialogProps) {
  const { regenerate } = useTexts();
  const now = useNow();
  const [hours, setHours] = useState(() => (wasUsedRecently(target.last_used_at, now) ? DAY_HOURS : 0));
  return (
    <KeyConfirmDialog
      target={target}
      texts={{ ...regenerate, text: hours === 0 ? regenerate.text : regenerate.overlapText }}
      lastUsedAt={target.last_used_at}
      onConfirm={() => onConfirm(hours)}
      onClose={onClose}
    >
      <Select
        label={regenerate.overlap}
        value={String(hours)}
        options={OVERLAP_HOURS.map((each) => ({ id: String(each), label: regenerate.overlapOf(each) }))}
        onChange={(id) => setHours(Number(id))}
      />
      {hasOldKey(target, now) && <p className="problem-text">{regenerate.olderEnds}</p>}
    </KeyConfirmDialog>
  );
}

interface KeyConfirmDialogProps {
  target: ApiKey;
  texts: { title: (name: string) => string; text: string; confirm: string };
  /** The last use of the key that stops working. */
  lastUsedAt: string | null;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

/** Returns true if a key was used within the last day. */
const wasUsedRecently = (lastUsedAt: string | null, now: number): boolean =>
  lastUsedAt !== null && now - Date.parse(lastUsedAt) < DAY_MS;

/** Asks before a key stops working. */
function KeyConfirmDialog({
  target,
  texts,
  lastUsedAt,
  onConfirm,
  onClose,
  children,
}: KeyConfirmDialogProps) {
  const { keys, lastUse } = useTexts();
  const now = useNow();
  return (
    <ConfirmDialog
      title={texts.title(target.application)}
      confirmLabel={texts.confirm}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <ScopeTags scopes={target.scopes} />
      <p>
        {lastUsedAt === null ? (
          lastUse.never
        ) : (
          <>
            {keys.lastUsed}: <RelativeTime at={lastUsedAt} />
          </>
        )}{' '}
        <span className="muted">{lastUse.mayBeDelayed}</span>
      </p>
      {wasUsedRecently(lastUsedAt, now) && <Notice kind="warning">{lastUse.recent}</Notice>}
      {children}
    </ConfirmDialog>
  );
}
