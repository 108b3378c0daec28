import { useState } from 'react';
import { FieldError, Form, Input, Label, TextField } from 'react-aria-components';
import { api } from '../api/client.js';
import { useAttempt } from '../api/use-attempt.js';
import { Button } from '../design/controls/button.js';
import { isNewPassword, NewPassword } from '../design/fields/new-password.js';
import { useMistakes } from '../design/fields/use-mistakes.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { useTexts } from '../texts/language.js';
import fields from '../design/fields/field.module.css';
import styles from './account.module.css';

/** One's own password: whoever sits at a browser that somebody left signed in does not know the present one. */
export function OwnPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { account: texts, form } = useTexts();
  const [present, setPresent] = useState('');
  const [wanted, setWanted] = useState('');
  const [isTried, setTried] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const { shown, refuse } = useMistakes();
  const { isBusy, problem, attempt, forget } = useAttempt(() => api.changePassword(present, wanted));
  const enter = (set: (text: string) => void) => (text: string) => {
    set(text);
    setChanged(false);
    forget();
  };
  const submit = async () => {
    setTried(true);
    if (present === '' || !isNewPassword(wanted) || !(await attempt())) {
      refuse();
      return;
    }
    for (const clear of [setPresent, setWanted]) clear('');
    setTried(false);
    setChanged(true);
    onChanged();
  };
  const isWrong = problem?.code === 'wrong_password';
  const { byCode } = useTexts().problems;

  return (
    <Card title={texts.password}>
      <Form
        ref={shown}
        className={`${fields.form} ${styles.form}`}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <input className={styles.whose} type="text" autoComplete="username" value={email} readOnly />
        <TextField
          className={fields.field}
          type="password"
          autoComplete="current-password"
          value={present}
          onChange={enter(setPresent)}
          isInvalid={isWrong || (isTried && present === '')}
          isRequired
        >
          <Label>{texts.present}</Label>
          <Input className={fields.entry} />
          <FieldError className="problem-text">
            {isWrong ? byCode.wrong_password : texts.presentMissing}
          </FieldError>
        </TextField>
        <NewPassword value={wanted} onChange={enter(setWanted)} isTried={isTried} />
        {problem && !isWrong && <ProblemNotice problem={problem} />}
        {isChanged && <Notice kind="success">{texts.changed}</Notice>}
        <div>
          <Button type="submit">{isBusy ? form.busy : texts.change}</Button>
        </div>
      </Form>
    </Card>
  );
}
