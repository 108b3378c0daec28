import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.js';
import type { ApiKey, ApiKeyWithSecret } from '../../api/records.js';
import { Choice } from '../../design/fields/choice.js';
import { Moment } from '../../design/icons/moment.js';
import { Notice } from '../../design/notices/notice.js';
import { Question } from '../../design/page/dialogs/dialog.js';
import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { ScopeTags } from '../scopes/scopes.js';
import { hasOldKey } from '../state/key-state.js';
import { changeTo } from '../terms/wanted.js';
import { KeyForm } from './key-form.js';

export type KeyAction =
  { kind: 'create' } | { kind: 'edit' | 'regenerate' | 'endOldKey' | 'delete'; key: ApiKey };

interface KeyDialogProps {
  action: KeyAction;
  /** The current version of the key, unless it was deleted. */
  latest: ApiKey | undefined;
  onIssued: (key: ApiKeyWithSecret) => void;
  onChanged: (key: ApiKey) => void;
  onDeleted: (key: ApiKey) => void;
  onOldKeyEnded: (key: ApiKey) => void;
  /** Runs after each request for a change, even if its outcome is unknown. */
  onSubmitted: () => void;
  onClose: () => void;
}

/** The dialog for an action on an API key. */
export function KeyDialog({ action, latest, onSubmitted, onClose, ...on }: KeyDialogProps) {
  const { remove, endOld } = useTexts();
  const submitted = <T,>(change: Promise<T>) => change.finally(onSubmitted);
  if (action.kind === 'create')
    return (
      <KeyForm
        onSave={async (wanted) => on.onIssued(await submitted(api.createKey(wanted)))}
        onClose={onClose}
      />
    );
  const { kind, key } = action;
  switch (kind) {
    case 'edit':
      return (
        <KeyForm
          edited={key}
          latest={latest}
          onSave={async (wanted, before = key) => {
            const change = changeTo(before, wanted);
            if (change) on.onChanged(await submitted(api.updateKey(key.id, change)));
            else onClose();
          }}
          onClose={onClose}
        />
      );
    case 'regenerate':
      return (
        <Regeneration
          target={latest ?? key}
          onConfirm={async (hours) => on.onIssued(await submitted(api.regenerateKey(key.id, hours)))}
          onClose={onClose}
        />
      );
    case 'endOldKey':
      return (
        <Confirmation
          target={latest ?? key}
          texts={endOld}
          lastUse={(latest ?? key).old_key_last_used_at}
          onConfirm={async () => {
            await submitted(api.endOldKey(key.id));
            on.onOldKeyEnded(key);
          }}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <Confirmation
          target={latest ?? key}
          texts={remove}
          onConfirm={async () => {
            await submitted(api.deleteKey(key.id));
            on.onDeleted(key);
          }}
          onClose={onClose}
        />
      );
  }
}

/** The options for the overlap in hours. */
const OVERLAP_HOURS = [0, 1, 24, 72, 168];
const DAY_HOURS = 24;

interface RegenerationProps {
  target: ApiKey;
  onConfirm: (overlapHours: number) => Promise<void>;
  onClose: () => void;
}

/**
 * Asks before a key is regenerated, and how long the old key stays valid. That is one day unless the user chooses
 * otherwise, if an application used the key within the last day.
 */
function Regeneration({ target, onConfirm, onClose }: RegenerationProps) {
  const { regenerate } = useTexts();
  const now = useNow();
  const [hours, setHours] = useState(() => (isRecent(target.last_used_at, now) ? DAY_HOURS : 0));
  return (
    <Confirmation
      target={target}
      texts={{ ...regenerate, text: hours === 0 ? regenerate.text : regenerate.overlapText }}
      onConfirm={() => onConfirm(hours)}
      onClose={onClose}
    >
      <Choice
        label={regenerate.overlap}
        value={String(hours)}
        options={OVERLAP_HOURS.map((each) => ({ id: String(each), label: regenerate.overlapOf(each) }))}
        onChange={(id) => setHours(Number(id))}
      />
      {hasOldKey(target, now) && <p className="problem-text">{regenerate.olderEnds}</p>}
    </Confirmation>
  );
}

interface ConfirmationProps {
  target: ApiKey;
  texts: { title: (name: string) => string; text: string; confirm: string };
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** The last use of the key that stops working. The default is that of the target. */
  lastUse?: string | null;
  /** More fields of the dialog. */
  children?: ReactNode;
}

const DAY_MS = 86_400_000;

/** Returns true if a key was used within the last day. */
const isRecent = (usedAt: string | null, now: number): boolean =>
  usedAt !== null && now - Date.parse(usedAt) < DAY_MS;

/** Asks before a key stops working. */
function Confirmation({
  target,
  texts,
  onConfirm,
  onClose,
  lastUse = target.last_used_at,
  children,
}: ConfirmationProps) {
  return (
    <Question
      title={texts.title(target.application)}
      confirm={texts.confirm}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <ScopeTags scopes={target.scopes} />
      <LastUse at={lastUse} />
      {children}
    </Question>
  );
}

function LastUse({ at }: { at: string | null }) {
  const { keys, lastUse } = useTexts();
  const now = useNow();
  return (
    <>
      <p>
        {at === null ? (
          lastUse.never
        ) : (
          <>
            {keys.lastUsed}: <Moment at={at} />
          </>
        )}{' '}
        <span className="muted">{lastUse.late}</span>
      </p>
      {isRecent(at, now) && <Notice kind="warning">{lastUse.recent}</Notice>}
    </>
  );
}
