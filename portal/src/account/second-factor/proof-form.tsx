import { FieldError, Form, Input, Label, TextField } from 'react-aria-components';
import { Button } from '../../design/controls/button.js';
import { useOneEntry } from '../../design/fields/use-one-entry.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { DialogueActions } from '../../design/page/dialogue.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';

interface Props {
  label: string;
  confirm: string;
  onProve: (proof: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for what whoever sits at a browser that somebody left signed in does not have. */
export function ProofForm({ label, confirm, onProve, onClose }: Props) {
  const { secondFactor: texts, cancel, form, problems } = useTexts();
  const { shown, onSubmit, text, enter, isBusy, mistake, problem } = useOneEntry({
    send: onProve,
    isEntered: (proof) => proof !== '',
    wrongCodes: ['wrong_password', 'wrong_code'],
  });
  const isWrong = problem !== undefined && mistake === 'wrong';
  return (
    <Form ref={shown} className={fields.form} validationBehavior="aria" onSubmit={onSubmit}>
      <TextField
        className={fields.field}
        type="password"
        autoComplete="current-password"
        value={text}
        onChange={enter}
        isInvalid={mistake !== undefined}
        isRequired
        autoFocus
      >
        <Label>{label}</Label>
        <Input className={fields.entry} />
        <FieldError className="problem-text">
          {isWrong ? problems.byCode[problem.code] : texts.proofMissing}
        </FieldError>
      </TextField>
      {problem && !isWrong && <ProblemNotice problem={problem} />}
      <DialogueActions>
        <Button onPress={onClose}>{cancel}</Button>
        <Button type="submit" kind="primary">
          {isBusy ? form.busy : confirm}
        </Button>
      </DialogueActions>
    </Form>
  );
}
