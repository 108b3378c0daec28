import { api } from '../api/client.js';
import { toProblem } from '../api/problem.js';
import type { ApiKey, IssuedKey } from '../api/records.js';
import { useTexts } from '../texts/language.js';
import { Confirmation } from './confirmation.js';
import { KeyForm } from './key-form.js';
import { changeTo } from './wanted.js';

export type KeyAction = { kind: 'create' } | { kind: 'edit' | 'regenerate' | 'delete'; key: ApiKey };

interface Props {
  action: KeyAction | undefined;
  /** The keys as they are now. */
  latest: readonly ApiKey[];
  done: {
    issued: (key: IssuedKey) => void;
    changed: (key: ApiKey) => void;
    deleted: (key: ApiKey) => void;
  };
  /** What is shown is no longer how it is, or nobody knows. */
  onOutdated: () => void;
  onClose: () => void;
}

/** The dialog of what is being done to a key, if anything. */
export function KeyDialogues({ action, latest, done, onOutdated, onClose }: Props) {
  const { regenerate, remove } = useTexts();
  const tried = <T,>(change: Promise<T>) => reported(change, onOutdated);
  const now = (key: ApiKey): ApiKey => latest.find(({ id }) => id === key.id) ?? key;
  switch (action?.kind) {
    case undefined:
      return null;
    case 'create':
      return (
        <KeyForm
          onSave={async ({ application, scopes }) =>
            done.issued(await tried(api.createKey(application, scopes)))
          }
          onClose={onClose}
        />
      );
    case 'edit':
      return (
        <KeyForm
          edited={action.key}
          onSave={async (wanted) => {
            const change = changeTo(action.key, wanted);
            if (change) done.changed(await tried(api.updateKey(action.key.id, change)));
            else onClose();
          }}
          onClose={onClose}
        />
      );
    case 'regenerate':
      return (
        <Confirmation
          target={now(action.key)}
          texts={regenerate}
          onConfirm={async () => done.issued(await tried(api.regenerateKey(action.key.id)))}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <Confirmation
          target={now(action.key)}
          texts={remove}
          onConfirm={async () => {
            await tried(api.deleteKey(action.key.id));
            done.deleted(action.key);
          }}
          onClose={onClose}
        />
      );
  }
}

const OUTDATED = ['api_key_changed', 'api_key_not_found', 'answer_lost'];

async function reported<T>(change: Promise<T>, onOutdated: () => void): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (OUTDATED.includes(toProblem(error).code)) onOutdated();
    throw error;
  }
}
