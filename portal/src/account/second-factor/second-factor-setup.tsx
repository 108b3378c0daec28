import { useEffect, useId, useRef, useState } from 'react';
import { encode } from 'uqr';
import { api } from '../../api/client.js';
import type { NewSecondFactor } from '../../api/types.js';
import { useAction } from '../../api/hooks.js';
import { Button } from '../../design/controls/button.js';
import { CopyField } from '../../design/controls/copy-field.js';
import { downloadFile } from '../../design/download/csv.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { afterDialogCloses } from '../../design/page/dialogs/dialog.js';
import { useKeptSignInPage } from '../../session/session.js';
import { useBeforeUnloadPrompt } from '../../session/unsaved-changes.js';
import { useTexts } from '../../texts/language.js';
import { ONE_TIME_CODE, ProofForm } from './proof-form.js';
import styles from './second-factor.module.css';

/** The setup of a second factor before the first session, if the enterprise requires one. */
export function RequiredSetup({ onDone }: { onDone: () => void }) {
  const { secondFactor: texts, form } = useTexts();
  const [newFactor, setNewFactor] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const {
    isBusy,
    problem,
    run: attempt,
  } = useAction(async () => setNewFactor(await api.startRequiredSecondFactor()));
  useKeptSignInPage(codes !== undefined);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const confirmCode = async (code: string) =>
    setCodes((await api.confirmRequiredSecondFactor(code)).recovery_codes);
  if (newFactor)
    return <AuthenticatorSetup newFactor={newFactor} submitLabel={texts.turnOn} onConfirm={confirmCode} />;
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
  newFactor: NewSecondFactor;
  submitLabel: string;
  onConfirm: (code: string) => Promise<void>;
}

/** A new secret as QR code, link and text, with a field for the first code from the app. */
export function AuthenticatorSetup({ newFactor, submitLabel, onConfirm }: Props) {
  const { secondFactor: texts, form } = useTexts();
  return (
    <>
      <p>{texts.scan}</p>
      <QrCode text={newFactor.uri} label={texts.qr} />
      <div>
        <p>{texts.type}</p>
        <CopyField label={texts.secret} text={newFactor.secret} />
        <p className={styles.openApp}>
          <a href={newFactor.uri}>{texts.openApp}</a>
        </p>
      </div>
      <ProofForm
        {...ONE_TIME_CODE}
        label={texts.code}
        hint={texts.codeHint}
        incompleteMessage={texts.codeMissing}
        isComplete={(code) => /^\s*(\d\s*){6}$/.test(code)}
        inputMode="numeric"
        onSubmit={onConfirm}
        renderButtons={(isBusy) => (
          <div>
            <Button type="submit" kind="primary">
              {isBusy ? form.busy : submitLabel}
            </Button>
          </div>
        )}
      />
    </>
  );
}

/**
 * The width of the quiet zone in modules, as the QR code standard requires. The code is dark on
 * light in both themes, because many scanners do not detect inverted codes.
 */
const QUIET_ZONE = 4;

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
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
  useBeforeUnloadPrompt(true);
  useEffect(() => afterDialogCloses(() => panel.current?.focus()), []);
  return (
    <section ref={panel} className={styles.codes} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.codesTitle}</h2>
      <p>{texts.codesText}</p>
      <CopyField isLarge label={texts.codes} text={codes.join('\n')} />
      <div className={styles.actions}>
        <Button icon="download" onPress={() => downloadFile(file, 'text/plain', [`${codes.join('\n')}\n`])}>
          {texts.download}
        </Button>
        <Button kind="primary" onPress={onDone}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}
