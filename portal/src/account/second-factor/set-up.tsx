import { useEffect, useId, useRef, useState } from 'react';
import { encode } from 'uqr';
import { api } from '../../api/client.js';
import type { NewSecondFactor } from '../../api/records.js';
import { useAttempt } from '../../api/hooks.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copying.js';
import { handOut } from '../../design/download/csv.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { afterDialog } from '../../design/page/dialogs/dialog.js';
import { useQuestionBeforeUnload } from '../../session/leave-guard.js';
import { useTexts } from '../../texts/language.js';
import { ONE_TIME_CODE, ProofForm } from './proof-form.js';
import styles from './second-factor.module.css';

/** The set-up of a second factor before the first session, if the enterprise requires one. */
export function RequiredSetUp({ onDone }: { onDone: () => void }) {
  const { secondFactor: texts, form } = useTexts();
  const [made, setMade] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { isBusy, problem, attempt } = useAttempt(async () => setMade(await api.startRequiredSecondFactor()));
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const confirm = async (code: string) =>
    setCodes((await api.confirmRequiredSecondFactor(code)).recovery_codes);
  if (made) return <NewSecret made={made} submit={texts.turnOn} onConfirm={confirm} />;
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <Button kind="primary" autoFocus onPress={() => void attempt()}>
        {isBusy ? form.busy : texts.start}
      </Button>
    </>
  );
}

interface Props {
  made: NewSecondFactor;
  submit: string;
  onConfirm: (code: string) => Promise<void>;
}

/** A new secret as QR code, link and text, with a field for the first code from the app. */
export function NewSecret({ made, submit, onConfirm }: Props) {
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
      <ProofForm
        {...ONE_TIME_CODE}
        label={texts.code}
        hint={texts.codeHint}
        missing={texts.codeMissing}
        isComplete={(code) => /^\s*(\d\s*){6}$/.test(code)}
        inputMode="numeric"
        send={onConfirm}
        buttons={(isBusy) => (
          <div>
            <Button type="submit" kind="primary">
              {isBusy ? form.busy : submit}
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

/**
 * Shows new recovery codes once. The browser asks before it closes the page. In-app navigation does
 * not ask, because new codes are quick to create.
 */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { secondFactor: texts } = useTexts();
  const file = 'customer-device-api-recovery-codes.txt';
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useQuestionBeforeUnload(true);
  useEffect(() => afterDialog(() => panel.current?.focus()), []);
  return (
    <section ref={panel} className={styles.codes} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.codesTitle}</h2>
      <p>{texts.codesText}</p>
      <Copyable isLarge what={texts.codes} text={codes.join('\n')} />
      <div className={styles.actions}>
        <Button icon="download" onPress={() => handOut(file, 'text/plain', [`${codes.join('\n')}\n`])}>
          {texts.download}
        </Button>
        <Button kind="primary" onPress={onDone}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}
