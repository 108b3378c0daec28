import { api } from '../api/client.js';
import type { ApiKey, IssuedKey } from '../api/records.js';
import { useTexts } from '../texts/language.js';
import { Confirmation } from './confirmation.js';
import { KeyForm } from './key-form.js';

export type KeyAction = { kind: 'create' } | { kind: 'edit' | 'regenerate' | 'delete'; key: ApiKey };

interface Props {
  action: KeyAction | undefined;
  done: {
    issued: (key: IssuedKey) => void;
    changed: (key: ApiKey) => void;
    deleted: (key: ApiKey) => void;
  };
  onClose: () => void;
}

/** The dialog of what is being done to a key, if anything. */
export function KeyDialogues({ action, done, onClose }: Props) {
  const { regenerate, remove } = useTexts();
  switch (action?.kind) {
    case undefined:
      return null;
    case 'create':
      return (
        <KeyForm
          onSave={async ({ application, scopes }) => done.issued(await api.createKey(application, scopes))}
          onClose={onClose}
        />
      );
    case 'edit':
      return (
        <KeyForm
          edited={action.key}
          onSave={async (wanted) => done.changed(await api.updateKey(action.key.id, wanted))}
          onClose={onClose}
        />
      );
    case 'regenerate':
      return (
        <Confirmation
          target={action.key}
          texts={regenerate}
          onConfirm={async () => done.issued(await api.regenerateKey(action.key.id))}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <Confirmation
          target={action.key}
          texts={remove}
          onConfirm={async () => {
            await api.deleteKey(action.key.id);
            done.deleted(action.key);
          }}
          onClose={onClose}
        />
      );
  }
}
