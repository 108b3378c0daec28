import { api } from '../api/client.js';
import type { LinkedPerson, Person } from '../api/records.js';
import { Question } from '../design/page/dialogs/question.js';
import { useTexts } from '../texts/language.js';
import { InvitationForm } from './invitation-form.js';
import { RoleDialog } from './role-dialog.js';

export type PersonAction =
  { kind: 'invite' } | { kind: 'change' | 'link' | 'reset' | 'remove'; person: Person };

interface Props {
  action: PersonAction;
  onLinked: (linked: LinkedPerson) => void;
  /** Reports the result. */
  onChanged: (done: string) => void;
  onRemoved: (person: Person) => void;
  onClose: () => void;
}

/** The dialog of an action on a user. */
export function PersonDialog({ action, onLinked, onChanged, onRemoved, onClose }: Props) {
  const { people: texts, secondFactor } = useTexts();
  if (action.kind === 'invite')
    return <InvitationForm onSave={async (wanted) => onLinked(await api.invite(wanted))} onClose={onClose} />;
  const { kind, person } = action;
  const { id, name } = person;
  if (kind === 'change')
    return (
      <RoleDialog
        person={person}
        onConfirm={async (role) => {
          await api.changeRole(id, role);
          onChanged(texts.changed(name));
        }}
        onClose={onClose}
      />
    );
  const question = {
    link: {
      title: texts.linkTitle(name),
      confirm: texts.confirmLink,
      text: texts.linkText,
      onConfirm: async () => onLinked(await api.linkFor(id)),
    },
    reset: {
      title: secondFactor.resetTitle(name),
      confirm: secondFactor.confirmReset,
      text: secondFactor.resetText,
      onConfirm: async () => {
        await api.resetSecondFactor(id);
        onChanged(secondFactor.wasReset(name));
      },
    },
    remove: {
      title: texts.removeTitle(name),
      confirm: texts.confirmRemove,
      text: texts.removeText,
      onConfirm: async () => {
        await api.removePerson(id);
        onRemoved(person);
      },
    },
  }[kind];
  return (
    <Question {...question} isDangerous={kind !== 'link'} onClose={onClose}>
      <p>{question.text}</p>
    </Question>
  );
}
