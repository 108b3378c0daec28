import { encode } from 'uqr';
import type { NewSecondFactor } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copying.js';
import { useTexts } from '../../texts/language.js';
import { CodeForm } from './code-form.js';
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

/** Around it as much as the standard asks for; dark on light in either theme, or many readers find nothing. */
const BORDER = 4;

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
