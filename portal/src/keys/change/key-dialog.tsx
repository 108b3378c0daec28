import { useState } from 'react';
import { api } from '../../api/client.js';
import type { ApiKey, IssuedKey } from '../../api/records.js';
import { Choice } from '../../design/fields/choice.js';
import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { Confirmation, isRecent } from './confirmation.js';
import { KeyForm } from './key-form.js';
import { hasOldKey } from '../state/key-state.js';
import { changeTo } from '../terms/wanted.js';

export type KeyAction =
  { kind: 'create' } | { kind: 'edit' | 'regenerate' | 'endOldKey' | 'delete'; key: ApiKey };

interface Props {
  action: KeyAction;
  /** The current version of the key, unless it was deleted. */
  latest: ApiKey | undefined;
  onIssued: (key: IssuedKey) => void;
  onChanged: (key: ApiKey) => void;
  onDeleted: (key: ApiKey) => void;
  onOldKeyEnded: (key: ApiKey) => void;
  /** Runs after each request for a change, even if its outcome is unknown. */
  onSubmitted: () => void;
  onClose: () => void;
}

/** The dialog for an action on an API key. */
export function KeyDialog({ action, latest, onSubmitted, onClose, ...on }: Props) {
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
