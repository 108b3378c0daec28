import { api } from '../api/client.js';
import type { LinkedPerson, Person } from '../api/records.js';
import { Question } from '../design/page/question.js';
import { useTexts } from '../texts/language.js';
import { InvitationForm } from './invitation-form.js';

export type PersonAction =
  { kind: 'invite' } | { kind: 'change' | 'link' | 'reset' | 'remove'; person: Person };

interface Props {
  action: PersonAction;
  onLinked: (linked: LinkedPerson) => void;
  onChanged: (person: Person) => void;
  onReset: (person: Person) => void;
  onRemoved: (person: Person) => void;
  onClose: () => void;
}

/** The dialog of what is being done to somebody. */
export function PersonDialogue({ action, onLinked, onChanged, onReset, onRemoved, onClose }: Props) {
  const { people: texts, secondFactor } = useTexts();
  if (action.kind === 'invite')
    return <InvitationForm onSave={async (wanted) => onLinked(await api.invite(wanted))} onClose={onClose} />;
  const { person } = action;
  switch (action.kind) {
    case 'change': {
      const role = person.role === 'admin' ? 'viewer' : 'admin';
      return (
        <Question
          title={texts.changeTitle(person.name)}
          confirm={texts.confirmChange[role]}
          onConfirm={async () => onChanged(await api.changeRole(person.id, role))}
          onClose={onClose}
        >
          <p>{texts.changeTo[role]}</p>
          <p>{texts.signsOut}</p>
        </Question>
      );
    }
    case 'link':
      return (
        <Question
          title={texts.linkTitle(person.name)}
          confirm={texts.confirmLink}
          onConfirm={async () => onLinked(await api.linkFor(person.id))}
          onClose={onClose}
        >
          <p>{texts.linkText}</p>
        </Question>
      );
    case 'reset':
      return (
        <Question
          title={secondFactor.resetTitle(person.name)}
          confirm={secondFactor.confirmReset}
          isDangerous
          onConfirm={async () => {
            await api.resetSecondFactor(person.id);
            onReset(person);
          }}
          onClose={onClose}
        >
          <p>{secondFactor.resetText}</p>
        </Question>
      );
    case 'remove':
      return (
        <Question
          title={texts.removeTitle(person.name)}
          confirm={texts.confirmRemove}
          isDangerous
          onConfirm={async () => {
            await api.removePerson(person.id);
            onRemoved(person);
          }}
          onClose={onClose}
        >
          <p>{texts.removeText}</p>
        </Question>
      );
  }
}
