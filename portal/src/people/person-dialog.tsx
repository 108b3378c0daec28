import { useState } from 'react';
import { api } from '../api/client.js';
import { type InvitePerson, type Person, type PersonWithLink, type Role, ROLES } from '../api/types.js';
import { Select } from '../design/fields/select.js';
import { TextField } from '../design/fields/text-field.js';
import { useForm } from '../design/fields/use-form.js';
import { ProblemNotice } from '../design/notices/notice.js';
import { FormDialog, ConfirmDialog } from '../design/page/dialogs/dialog.js';
import { useSession } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import styles from './roles.module.css';

export type PersonAction =
  { kind: 'invite' } | { kind: 'change' | 'link' | 'reset' | 'remove'; person: Person };

interface PersonDialogProps {
  action: PersonAction;
  onLinked: (person: PersonWithLink) => void;
  /** Reports the result, and the ID of a user whose link is revoked. */
  onChanged: (message: string, revokedLinkOf?: string) => void;
  onClose: () => void;
}

export function PersonDialog({ action, onLinked, onChanged, onClose }: PersonDialogProps) {
  const { people: texts, secondFactor } = useTexts();
  if (action.kind === 'invite') return <InvitationForm onLinked={onLinked} onClose={onClose} />;
  const { kind, person } = action;
  const { id, name } = person;
  if (kind === 'change') return <RoleDialog person={person} onChanged={onChanged} onClose={onClose} />;
  const confirmation = {
    link: {
      title: texts.linkTitle(name),
      confirmLabel: texts.link,
      text: texts.linkText,
      onConfirm: async () => onLinked(await api.createPasswordLink(id)),
    },
    reset: {
      title: secondFactor.resetTitle(name),
      confirmLabel: secondFactor.confirmReset,
      text: secondFactor.resetText,
      onConfirm: async () => {
        await api.resetSecondFactor(id);
        onChanged(secondFactor.wasReset(name));
      },
    },
    remove: {
      title: texts.removeTitle(name),
      confirmLabel: texts.confirmRemove,
      text: texts.removeText,
      onConfirm: async () => {
        await api.removePerson(id);
        onChanged(texts.removed(name), id);
      },
    },
  }[kind];
  return (
    <ConfirmDialog {...confirmation} isDangerous={kind !== 'link'} onClose={onClose}>
      <p>{confirmation.text}</p>
    </ConfirmDialog>
  );
}

const MAX_LENGTH = { email: 254, name: 500 } as const;

/** The form for a new user. It checks an e-mail address less strictly than the service, whose error it shows. */
function InvitationForm({ onLinked, onClose }: Pick<PersonDialogProps, 'onLinked' | 'onClose'>) {
  const { people: texts, problems, signIn } = useTexts();
  const initialValues: InvitePerson = { email: '', name: '', role: 'viewer' };
  const form = useForm(initialValues, async (invitation) => onLinked(await api.invitePerson(invitation)));
  const { values: invitation, isSubmitted, problem } = form;
  const update = (next: Partial<InvitePerson>) => form.setValues({ ...invitation, ...next });
  const isInvalid = {
    email: !/^[^\s@]+@[^\s@]+$/.test(invitation.email.trim()),
    name: invitation.name.trim() === '',
  };
  const isEmailTaken = problem?.code === 'person_exists';
  const hasError = (field: 'email' | 'name') =>
    (isSubmitted && isInvalid[field]) || problem?.detailOf(field) !== undefined;
  const isOtherProblem = problem && !isEmailTaken && !hasError('email') && !hasError('name');

  return (
    <FormDialog
      title={texts.invite}
      form={form}
      isValid={!isInvalid.email && !isInvalid.name}
      submitLabel={texts.link}
      busyLabel={texts.busy}
      onClose={onClose}
    >
      <p>{texts.inviteText}</p>
      <TextField
        label={signIn.email}
        value={invitation.email}
        onChange={(email) => update({ email })}
        isInvalid={isEmailTaken || hasError('email')}
        errorMessage={isEmailTaken ? problems.byCode.person_exists : texts.emailMissing}
        type="email"
        autoComplete="off"
        maxLength={MAX_LENGTH.email}
        isRequired
        autoFocus
      />
      <TextField
        label={texts.name}
        value={invitation.name}
        onChange={(name) => update({ name })}
        isInvalid={hasError('name')}
        errorMessage={texts.nameMissing}
        autoComplete="off"
        maxLength={MAX_LENGTH.name}
        isRequired
      />
      <RoleSelect value={invitation.role} onChange={(role) => update({ role })} />
      {isOtherProblem && <ProblemNotice problem={problem} />}
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
    <ConfirmDialog
      title={texts.changeTitle(person.name)}
      confirmLabel={texts.change}
      isConfirmDisabled={role === person.role}
      onConfirm={async () => {
        await api.changeRole(person.id, role);
        onChanged(texts.changed(person.name), role === 'admin' ? person.id : undefined);
      }}
      onClose={onClose}
    >
      <RoleSelect value={role} onChange={setRole} />
      <p>{texts.signsOut}</p>
    </ConfirmDialog>
  );
}

/** A choice of the roles that the signed-in user may give. Only administrators make administrators. */
function RoleSelect({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { people: texts } = useTexts();
  const { role: ownRole } = useSession();
  const roles = ownRole === 'admin' ? ROLES : ROLES.filter((role) => role !== 'admin');
  return (
    <>
      <Select
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
