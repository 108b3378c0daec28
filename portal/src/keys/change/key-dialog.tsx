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
import { DAY_MS, hasOldKey } from '../state/key-state.js';
import { changeTo } from '../terms/wanted.js';
import { KeyForm } from './key-form.js';

export type KeyAction =
  { kind: 'create' } | { kind: 'edit' | 'regenerate' | 'endOldKey' | 'delete'; key: ApiKey };

interface KeyDialogProps {
  action: KeyAction;
  /** The current version of the key, unless it was deleted. */
  latest: ApiKey | undefined;
  onIssued: (key: ApiKeyWithSecret) => void;
  onDone: (done: 'edit' | 'endOldKey' | 'delete', key: ApiKey) => void;
  /** Runs after each request for a change, even if its outcome is unknown. */
  onSubmitted: () => void;
  onClose: () => void;
}

export function KeyDialog({ action, latest, onIssued, onDone, onSubmitted, onClose }: KeyDialogProps) {
  const { remove, endOld } = useTexts();
  const submitted = <T,>(change: Promise<T>) => change.finally(onSubmitted);
  if (action.kind === 'create')
    return (
      <KeyForm
        onSave={async (wanted) => onIssued(await submitted(api.createKey(wanted)))}
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
          onSave={async (wanted, before = key) => {
            const change = changeTo(before, wanted);
            if (change) onDone(kind, await submitted(api.updateKey(key.id, change)));
            else onClose();
          }}
          onClose={onClose}
        />
      );
    case 'regenerate':
      return (
        <Regeneration
          target={target}
          onConfirm={async (hours) => onIssued(await submitted(api.regenerateKey(key.id, hours)))}
          onClose={onClose}
        />
      );
    case 'endOldKey':
    case 'delete': {
      const isOld = kind === 'endOldKey';
      return (
        <Confirmation
          target={target}
          texts={isOld ? endOld : remove}
          usedAt={isOld ? target.old_key_last_used_at : target.last_used_at}
          onConfirm={async () => {
            await submitted(isOld ? api.endOldKey(key.id) : api.deleteKey(key.id));
            onDone(kind, key);
          }}
          onClose={onClose}
        />
      );
    }
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
      usedAt={target.last_used_at}
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
  /** The last use of the key that stops working. */
  usedAt: string | null;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

/** Returns true if a key was used within the last day. */
const isRecent = (usedAt: string | null, now: number): boolean =>
  usedAt !== null && now - Date.parse(usedAt) < DAY_MS;

/** Asks before a key stops working. */
function Confirmation({ target, texts, usedAt, onConfirm, onClose, children }: ConfirmationProps) {
  const { keys, lastUse } = useTexts();
  const now = useNow();
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
      <p>
        {usedAt === null ? (
          lastUse.never
        ) : (
          <>
            {keys.lastUsed}: <Moment at={usedAt} />
          </>
        )}{' '}
        <span className="muted">{lastUse.late}</span>
      </p>
      {isRecent(usedAt, now) && <Notice kind="warning">{lastUse.recent}</Notice>}
      {children}
    </Question>
  );
}
