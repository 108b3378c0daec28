import { useEffect, useReducer, useRef, useState } from 'react';
import { FieldError, Form, Input, Label, TextField } from 'react-aria-components';
import { useAttempt } from '../../api/use-attempt.js';
import { Button } from '../../design/controls/button.js';
import { showMistake } from '../../design/fields/show-mistake.js';
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
  const [proof, setProof] = useState('');
  const [isTried, setTried] = useState(false);
  const [refusals, refuse] = useReducer((count: number) => count + 1, 0);
  const { isBusy, problem, attempt, forget } = useAttempt(() => onProve(proof));
  const isWrong = problem?.code === 'wrong_password' || problem?.code === 'wrong_code';
  const submit = async () => {
    setTried(true);
    if (proof === '' || !(await attempt())) refuse();
  };
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) showMistake(shown.current);
  }, [refusals]);
  return (
    <Form
      ref={shown}
      className={fields.form}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        className={fields.field}
        type="password"
        autoComplete="current-password"
        value={proof}
        onChange={(text) => {
          setProof(text);
          setTried(false);
          forget();
        }}
        isInvalid={isWrong || (isTried && proof === '')}
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
