import { useState } from 'react';
import { FieldError, Form, Input, Label, TextField } from 'react-aria-components';
import { api } from '../api/client.js';
import { useAttempt } from '../api/use-attempt.js';
import { Button } from '../design/controls/button.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import fields from '../design/fields/field.module.css';
import styles from './account.module.css';

const MOST_CHARACTERS = 500;

/** One's own name, which stands beside the pages and in the list of people. */
export function NameForm({ name: saved }: { name: string }) {
  const { account: texts, people, form } = useTexts();
  const { refresh } = useSessionControl();
  const [name, setName] = useState(saved);
  const [isTried, setTried] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, problem, attempt, forget } = useAttempt(async () => {
    await api.rename(name);
    await refresh();
  });
  const isWrong = (isTried && name.trim() === '') || problem?.about('name') !== undefined;
  const submit = async () => {
    setTried(true);
    setSaved(name.trim() !== '' && (await attempt()));
  };
  return (
    <Form
      className={`${fields.form} ${styles.form}`}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        className={fields.field}
        value={name}
        onChange={(next) => {
          setName(next);
          setSaved(false);
          forget();
        }}
        isInvalid={isWrong}
        isRequired
        autoComplete="name"
      >
        <Label>{texts.name}</Label>
        <Input className={fields.entry} maxLength={MOST_CHARACTERS} />
        <FieldError className="problem-text">{people.nameMissing}</FieldError>
      </TextField>
      {problem && !isWrong && <ProblemNotice problem={problem} />}
      {isSaved && <Notice kind="success">{texts.saved}</Notice>}
      <div>
        <Button type="submit">{isBusy ? form.busy : texts.save}</Button>
      </div>
    </Form>
  );
}
