import { useEffect, useReducer, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import type { NewSecondFactor } from '../../api/records.js';
import { useAttempt } from '../../api/use-attempt.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copying.js';
import { showMistake } from '../../design/fields/show-mistake.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { CodeField } from './code-field.js';
import { QrCode } from './qr-code.js';
import fields from '../../design/fields/field.module.css';
import styles from './second-factor.module.css';

interface Props {
  made: NewSecondFactor;
  onConfirm: (code: string) => Promise<void>;
}

/** A new secret in three forms, and the code that shows that the app has it. */
export function NewSecret({ made, onConfirm }: Props) {
  const { secondFactor: texts, form } = useTexts();
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const [refusals, refuse] = useReducer((count: number) => count + 1, 0);
  const { isBusy, problem, attempt, forget } = useAttempt(() => onConfirm(code));
  const isMissing = !/^\s*(\d\s*){6}$/.test(code);
  const isWrong = problem?.code === 'wrong_code';
  const submit = async () => {
    setTried(true);
    if (isMissing || !(await attempt())) refuse();
  };
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) showMistake(shown.current);
  }, [refusals]);
  return (
    <>
      <p>{texts.scan}</p>
      <QrCode text={made.uri} label={texts.qr} />
      <div>
        <p>{texts.type}</p>
        <Copyable what={texts.secret} text={made.secret} />
        <p className={styles.openApp}>
          <a href={made.uri}>{texts.openApp}</a>
        </p>
      </div>
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
          label={texts.code}
          hint={texts.codeHint}
          value={code}
          onChange={(next) => {
            setCode(next);
            setTried(false);
            forget();
          }}
          mistake={isWrong ? 'wrong' : isTried && isMissing ? 'missing' : undefined}
          missing={texts.codeMissing}
          isDigits
        />
        {problem && !isWrong && <ProblemNotice problem={problem} />}
        <div>
          <Button type="submit" kind="primary">
            {isBusy ? form.busy : texts.confirm}
          </Button>
        </div>
      </Form>
    </>
  );
}
