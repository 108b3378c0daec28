import type { Invitation } from '../api/records.js';
import { Choice } from '../design/fields/choice.js';
import { Entry } from '../design/fields/entry.js';
import { useEntered } from '../design/fields/use-entered.js';
import { ProblemNotice } from '../design/notices/notice.js';
import { ModalDialog } from '../design/page/dialogs/dialog.js';
import { DialogForm } from '../design/page/dialogs/entry-form.js';
import { useTexts } from '../texts/language.js';
import { RoleMeanings, useGrantableRoles } from './roles.js';

interface Props {
  onSave: (wanted: Invitation) => Promise<void>;
  onClose: () => void;
}

const MOST_CHARACTERS = { email: 254, name: 500 } as const;

/** The form for a new user. It checks an e-mail address less strictly than the service, whose error it shows. */
export function InvitationForm({ onSave, onClose }: Props) {
  const { people: texts, problems } = useTexts();
  const roles = useGrantableRoles();
  const form = useEntered<Invitation>({ email: '', name: '', role: 'viewer' }, onSave);
  const { entered: wanted, isSubmitted, isBusy, problem } = form;
  const enter = (next: Partial<Invitation>) => form.enter({ ...wanted, ...next });
  const isMissing = {
    email: !/^[^\s@]+@[^\s@]+$/.test(wanted.email.trim()),
    name: wanted.name.trim() === '',
  };
  const isTaken = problem?.code === 'person_exists';
  const isAbout = (field: 'email' | 'name') =>
    (isSubmitted && isMissing[field]) || problem?.about(field) !== undefined;
  const isElsewhere = problem && !isTaken && !isAbout('email') && !isAbout('name');

  return (
    <ModalDialog title={texts.invite} isOpen isChanged={form.isChanged} onClose={onClose}>
      <DialogForm
        shown={form.shown}
        confirm={isBusy ? texts.busy : texts.confirmLink}
        onSubmit={() => form.submit(!isMissing.email && !isMissing.name)}
        onClose={onClose}
      >
        <p>{texts.inviteText}</p>
        <Entry
          label={texts.email}
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
