import type { NewSecondFactor } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copying.js';
import { useTexts } from '../../texts/language.js';
import { CodeForm } from './code-form.js';
import { QrCode } from './qr-code.js';
import styles from './second-factor.module.css';

interface Props {
  made: NewSecondFactor;
  onConfirm: (code: string) => Promise<void>;
}

/** A new secret in three forms, and the code that shows that the app has it. */
export function NewSecret({ made, onConfirm }: Props) {
  const { secondFactor: texts, form } = useTexts();
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
      <CodeForm
        label={texts.code}
        hint={texts.codeHint}
        missing={texts.codeMissing}
        isEntered={(code) => /^\s*(\d\s*){6}$/.test(code)}
        isDigits
        send={onConfirm}
        button={(isBusy) => (
          <div>
            <Button type="submit" kind="primary">
              {isBusy ? form.busy : texts.confirm}
            </Button>
          </div>
        )}
      />
    </>
  );
}
