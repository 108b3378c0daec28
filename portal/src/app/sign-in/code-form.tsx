import { useEffect, useReducer, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { CodeField } from '../../account/second-factor/code-field.js';
import { api } from '../../api/client.js';
import { useAttempt } from '../../api/use-attempt.js';
import { Button } from '../../design/controls/button.js';
import { showMistake } from '../../design/fields/show-mistake.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { useSessionControl } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';

/** The second step of signing in. */
export function CodeForm() {
  const { secondFactor: texts, signIn } = useTexts();
  const { began } = useSessionControl();
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const [refusals, refuse] = useReducer((count: number) => count + 1, 0);
  const { isBusy, problem, attempt, forget } = useAttempt(async () => began(await api.signInWithCode(code)));
  const isWrong = problem?.code === 'wrong_code';
  const submit = async () => {
    setTried(true);
    if (code.trim() === '' || !(await attempt())) refuse();
  };
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) showMistake(shown.current);
  }, [refusals]);
  const missing = isTried && code.trim() === '' ? 'missing' : undefined;
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
      <CodeField
        label={texts.signInCode}
        value={code}
        onChange={(next) => {
          setCode(next);
          setTried(false);
          forget();
        }}
        mistake={isWrong ? 'wrong' : missing}
        missing={texts.signInMissing}
      />
      {problem && !isWrong && <ProblemNotice problem={problem} />}
      <Button type="submit" kind="primary">
        {isBusy ? signIn.busy : signIn.submit}
      </Button>
    </Form>
  );
}
