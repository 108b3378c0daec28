import { lazy, Suspense } from 'react';
import { CodeForm } from '../../account/second-factor/code-form.js';
import { api } from '../../api/client.js';
import { Button } from '../../design/controls/button.js';
import { Waiting } from '../../design/notices/notice.js';
import { useSessionControl } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';

/** The second step of a sign-in: to enter a code, or to set up a second factor. */
export type NextStep = 'second_factor_needed' | 'second_factor_missing';

export const nextStepOf = (code: string): NextStep | undefined =>
  code === 'second_factor_needed' || code === 'second_factor_missing' ? code : undefined;

/** Loaded on demand, because few users need the set-up with its QR code. */
const RequiredSetUp = lazy(async () => ({
  default: (await import('../../account/second-factor/set-up.js')).RequiredSetUp,
}));

export function SecondStep({ next, onBack }: { next: NextStep; onBack: () => void }) {
  const { secondFactor: texts, signIn } = useTexts();
  const { began, refresh } = useSessionControl();
  const isMissing = next === 'second_factor_missing';
  return (
    <>
      <h1>{isMissing ? texts.requiredTitle : texts.signInTitle}</h1>
      <p className="muted">{isMissing ? texts.requiredText : texts.signInText}</p>
      {isMissing ? (
        <Suspense fallback={<Waiting />}>
          <RequiredSetUp onDone={() => void refresh()} />
        </Suspense>
      ) : (
        <>
          <CodeForm
            label={texts.signInCode}
            missing={texts.signInMissing}
            isEntered={(code) => code.trim() !== ''}
            send={async (code) => began(await api.signInWithCode(code))}
            button={(isBusy) => (
              <Button type="submit" kind="primary">
                {isBusy ? signIn.busy : signIn.title}
              </Button>
            )}
          />
          <details>
            <summary>{texts.lost}</summary>
            <p className="hint">{texts.lostText}</p>
          </details>
        </>
      )}
      <Button kind="quiet" onPress={onBack}>
        {texts.back}
      </Button>
    </>
  );
}
