import { useState } from 'react';
import { api } from '../api/client.js';
import { type InvitePerson, type Person, type PersonWithLink, type Role, ROLES } from '../api/records.js';
import { Choice } from '../design/fields/choice.js';
import { Entry } from '../design/fields/entry.js';
import { useEntered } from '../design/fields/use-entered.js';
import { ProblemNotice } from '../design/notices/notice.js';
import { FormDialog, Question } from '../design/page/dialogs/dialog.js';
import { useSession } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import styles from './roles.module.css';

export type PersonAction =
  { kind: 'invite' } | { kind: 'change' | 'link' | 'reset' | 'remove'; person: Person };

interface PersonDialogProps {
  action: PersonAction;
  onLinked: (linked: PersonWithLink) => void;
  /** Reports the result. */
  onChanged: (done: string) => void;
  onRemoved: (person: Person) => void;
  onClose: () => void;
}

export function PersonDialog({ action, onLinked, onChanged, onRemoved, onClose }: PersonDialogProps) {
  const { people: texts, secondFactor } = useTexts();
  if (action.kind === 'invite') return <InvitationForm onLinked={onLinked} onClose={onClose} />;
  const { kind, person } = action;
  const { id, name } = person;
  if (kind === 'change') return <RoleDialog person={person} onChanged={onChanged} onClose={onClose} />;
  const question = {
    link: {
      title: texts.linkTitle(name),
      confirm: texts.link,
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

const MOST_CHARACTERS = { email: 254, name: 500 } as const;

/** The form for a new user. It checks an e-mail address less strictly than the service, whose error it shows. */
function InvitationForm({ onLinked, onClose }: Pick<PersonDialogProps, 'onLinked' | 'onClose'>) {
  const { people: texts, problems, signIn } = useTexts();
  const first: InvitePerson = { email: '', name: '', role: 'viewer' };
  const form = useEntered(first, async (invitation) => onLinked(await api.invite(invitation)));
  const { entered: wanted, isSubmitted, problem } = form;
  const enter = (next: Partial<InvitePerson>) => form.enter({ ...wanted, ...next });
  const isMissing = {
    email: !/^[^\s@]+@[^\s@]+$/.test(wanted.email.trim()),
    name: wanted.name.trim() === '',
  };
  const isTaken = problem?.code === 'person_exists';
  const isAbout = (field: 'email' | 'name') =>
    (isSubmitted && isMissing[field]) || problem?.about(field) !== undefined;
  const isElsewhere = problem && !isTaken && !isAbout('email') && !isAbout('name');

  return (
    <FormDialog
      title={texts.invite}
      form={form}
      isRight={!isMissing.email && !isMissing.name}
      confirm={texts.link}
      busy={texts.busy}
      onClose={onClose}
    >
      <p>{texts.inviteText}</p>
      <Entry
        label={signIn.email}
        value={wanted.email}
        onChange={(email) => enter({ email })}
        isInvalid={isTaken || isAbout('email')}
        mistake={isTaken ? problems.byCode.person_exists : texts.emailMissing}
        type="email"
        autoComplete="off"
        maxLength={MOST_CHARACTERS.email}
        isRequired
        autoFocus
      />
      <Entry
        label={texts.name}
        value={wanted.name}
        onChange={(name) => enter({ name })}
        isInvalid={isAbout('name')}
        mistake={texts.nameMissing}
        autoComplete="off"
        maxLength={MOST_CHARACTERS.name}
        isRequired
      />
      <RoleChoice value={wanted.role} onChange={(role) => enter({ role })} />
      {isElsewhere && <ProblemNotice problem={problem} />}
    </FormDialog>
  );
}

interface RoleDialogProps extends Pick<PersonDialogProps, 'onChanged' | 'onClose'> {
  person: Person;
}

function RoleDialog({ person, onChanged, onClose }: RoleDialogProps) {
  const { people: texts } = useTexts();
  const [role, setRole] = useState<Role>(person.role);
  return (
    <Question
      title={texts.changeTitle(person.name)}
      confirm={texts.change}
      isEarly={role === person.role}
      onConfirm={async () => {
        await api.changeRole(person.id, role);
        onChanged(texts.changed(person.name));
      }}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
      <p>{texts.signsOut}</p>
    </Question>
  );
}

/** A choice of the roles that the signed-in user may give. Only administrators make administrators. */
function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { people: texts } = useTexts();
  const { role: own } = useSession();
  const roles = own === 'admin' ? ROLES : ROLES.filter((role) => role !== 'admin');
  return (
    <>
      <Choice
        label={texts.role}
        value={value}
        options={roles.map((id) => ({ id, label: texts.roles[id] }))}
        onChange={onChange}
      />
      <ul className={`hint ${styles.meanings}`}>
        {ROLES.map((role) => (
          <li key={role}>
            <span className="strong">{texts.roles[role]}</span>: {texts.meanings[role]}
          </li>
        ))}
      </ul>
    </>
  );
}
