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

/** A new secret as QR code, link and text, with a field for the first code from the app. */
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

/**
 * The width of the quiet zone in modules, as the QR code standard requires. The code is dark on
 * light in both themes, because many readers find no other.
 */
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
