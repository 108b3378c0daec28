import { useState } from 'react';
import { FieldError, Form, Input, Label, TextField } from 'react-aria-components';
import type { Invitation } from '../api/records.js';
import { useAttempt } from '../api/use-attempt.js';
import { Button } from '../design/controls/button.js';
import { Choice } from '../design/fields/choice.js';
import { useMistakes } from '../design/fields/use-mistakes.js';
import { ProblemNotice } from '../design/notices/notice.js';
import { Dialogue, DialogueActions } from '../design/page/dialogue.js';
import { useTexts } from '../texts/language.js';
import fields from '../design/fields/field.module.css';

interface Props {
  onSave: (wanted: Invitation) => Promise<void>;
  onClose: () => void;
}

const ROLES = ['admin', 'viewer'] as const;
const MOST_CHARACTERS = { email: 254, name: 500 } as const;

/** Whom a link is for. Less is asked of an address than the service does: that says what it minds. */
export function InvitationForm({ onSave, onClose }: Props) {
  const { people: texts, cancel } = useTexts();
  const [wanted, setWanted] = useState<Invitation>({ email: '', name: '', role: 'viewer' });
  const [tried, setTried] = useState<Invitation>();
  const { shown, refuse } = useMistakes();
  const { isBusy, problem: failure, attempt, forget } = useAttempt(() => onSave(wanted));
  // a problem is about what was sent: it goes as soon as something else is entered
  const problem = tried === wanted ? failure : undefined;
  const enter = (next: Partial<Invitation>) => {
    setWanted({ ...wanted, ...next });
    forget();
  };
  const isMissing = {
    email: !/^[^\s@]+@[^\s@]+$/.test(wanted.email.trim()),
    name: wanted.name.trim() === '',
  };
  const submit = async () => {
    setTried(wanted);
    if (isMissing.email || isMissing.name || !(await attempt())) refuse();
  };
  const isTaken = problem?.code === 'person_exists';
  const isAbout = (field: 'email' | 'name') =>
    (tried !== undefined && isMissing[field]) || problem?.about(field) !== undefined;
  const isElsewhere = problem && !isTaken && !isAbout('email') && !isAbout('name');

  return (
    <Dialogue title={texts.inviteTitle} isOpen onClose={onClose}>
      <Form
        ref={shown}
        className={fields.form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{texts.inviteText}</p>
        <TextField
          className={fields.field}
          value={wanted.email}
          onChange={(email) => enter({ email })}
          isInvalid={isTaken || isAbout('email')}
          type="email"
          isRequired
          autoFocus
        >
          <Label>{texts.email}</Label>
          <Input className={fields.entry} autoComplete="off" maxLength={MOST_CHARACTERS.email} />
          <FieldError className="problem-text">{isTaken ? texts.emailTaken : texts.emailMissing}</FieldError>
        </TextField>
        <TextField
          className={fields.field}
          value={wanted.name}
          onChange={(name) => enter({ name })}
          isInvalid={isAbout('name')}
          isRequired
        >
          <Label>{texts.name}</Label>
          <Input className={fields.entry} autoComplete="off" maxLength={MOST_CHARACTERS.name} />
          <FieldError className="problem-text">{texts.nameMissing}</FieldError>
        </TextField>
        <Choice
          label={texts.role}
          value={wanted.role}
          options={ROLES.map((id) => ({ id, label: texts.roles[id] }))}
          onChange={(id) => enter({ role: ROLES.find((role) => role === id) })}
        />
        <p className="hint">{texts.roleHint}</p>
        {isElsewhere && <ProblemNotice problem={problem} />}
        <DialogueActions>
          <Button onPress={onClose}>{cancel}</Button>
          <Button type="submit" kind="primary">
            {isBusy ? texts.busy : texts.submit}
          </Button>
        </DialogueActions>
      </Form>
    </Dialogue>
  );
}
