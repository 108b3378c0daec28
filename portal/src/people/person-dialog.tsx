import { useState } from 'react';
import { api } from '../api/client.js';
import { type InvitePerson, type Person, type PersonWithLink, type Role, ROLES } from '../api/records.js';
import { Choice } from '../design/fields/choice.js';
import { Entry } from '../design/fields/entry.js';
import { useEntered } from '../design/fields/use-entered.js';
import { ProblemNotice } from '../design/notices/notice.js';
import { DialogForm, ModalDialog, Question } from '../design/page/dialogs/dialog.js';
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

/** The dialog of an action on a user. */
export function PersonDialog({ action, onLinked, onChanged, onRemoved, onClose }: PersonDialogProps) {
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

interface InvitationFormProps {
  onSave: (wanted: InvitePerson) => Promise<void>;
  onClose: () => void;
}

const MOST_CHARACTERS = { email: 254, name: 500 } as const;

/** The form for a new user. It checks an e-mail address less strictly than the service, whose error it shows. */
function InvitationForm({ onSave, onClose }: InvitationFormProps) {
  const { people: texts, problems, signIn } = useTexts();
  const roles = useGrantableRoles();
  const form = useEntered<InvitePerson>({ email: '', name: '', role: 'viewer' }, onSave);
  const { entered: wanted, isSubmitted, isBusy, problem } = form;
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
    <ModalDialog title={texts.invite} isChanged={form.isChanged} onClose={onClose}>
      <DialogForm
        shown={form.shown}
        confirm={isBusy ? texts.busy : texts.link}
        onSubmit={() => form.submit(!isMissing.email && !isMissing.name)}
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
        <Choice
          label={texts.role}
          value={wanted.role}
          options={roles.map((id) => ({ id, label: texts.roles[id] }))}
          onChange={(id) => enter({ role: roles.find((role) => role === id) })}
        />
        <RoleMeanings />
        {isElsewhere && <ProblemNotice problem={problem} />}
      </DialogForm>
    </ModalDialog>
  );
}

interface RoleDialogProps {
  person: Person;
  onConfirm: (role: Role) => Promise<void>;
  onClose: () => void;
}

/** The dialog for another role of a user. */
function RoleDialog({ person, onConfirm, onClose }: RoleDialogProps) {
  const { people: texts } = useTexts();
  const roles = useGrantableRoles();
  const [role, setRole] = useState<Role>(person.role);
  return (
    <Question
      title={texts.changeTitle(person.name)}
      confirm={texts.change}
      isEarly={role === person.role}
      onConfirm={() => onConfirm(role)}
      onClose={onClose}
    >
      <Choice
        label={texts.role}
        value={role}
        options={roles.map((id) => ({ id, label: texts.roles[id] }))}
        onChange={(id) => setRole(roles.find((known) => known === id) ?? role)}
      />
      <RoleMeanings />
      <p>{texts.signsOut}</p>
    </Question>
  );
}

/** Returns the roles that the signed-in user may give to others. Only administrators make administrators. */
function useGrantableRoles(): readonly Role[] {
  const { role: own } = useSession();
  return own === 'admin' ? ROLES : ROLES.filter((role) => role !== 'admin');
}

/** Returns a function that returns true if the signed-in user may remove a user or change their role. */
export function useMayManage(): (person: Person) => boolean {
  const { role: own } = useSession();
  return ({ role }) => own === 'admin' || (own === 'key_manager' && role !== 'admin');
}

/** Explains every role in a sentence. */
function RoleMeanings() {
  const { people: texts } = useTexts();
  return (
    <ul className={`hint ${styles.meanings}`}>
      {ROLES.map((role) => (
        <li key={role}>
          <span className="strong">{texts.roles[role]}</span>: {texts.meanings[role]}
        </li>
      ))}
    </ul>
  );
}
