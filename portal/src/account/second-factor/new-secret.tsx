import { Form } from 'react-aria-components';
import type { NewSecondFactor } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copying.js';
import { useOneEntry } from '../../design/fields/use-one-entry.js';
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
  const { shown, onSubmit, text, enter, isBusy, mistake, problem } = useOneEntry({
    send: onConfirm,
    isEntered: (code) => /^\s*(\d\s*){6}$/.test(code),
    wrongCodes: ['wrong_code'],
  });
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
      <Form ref={shown} className={fields.form} validationBehavior="aria" onSubmit={onSubmit}>
        <CodeField
          label={texts.code}
          hint={texts.codeHint}
          value={text}
          onChange={enter}
          mistake={mistake}
          missing={texts.codeMissing}
          isDigits
        />
        {problem && mistake !== 'wrong' && <ProblemNotice problem={problem} />}
        <div>
          <Button type="submit" kind="primary">
            {isBusy ? form.busy : texts.confirm}
          </Button>
        </div>
      </Form>
    </>
  );
}
