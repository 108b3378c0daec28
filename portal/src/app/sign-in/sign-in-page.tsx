import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { ONE_TIME_CODE, ProofForm } from '../../account/second-factor/proof-form.js';
import { api } from '../../api/client.js';
import { useAction, useResource } from '../../api/hooks.js';
import { outcomeOf } from '../../api/problem.js';
import { Button } from '../../design/controls/button.js';
import { TextField } from '../../design/fields/text-field.js';
import { ResourceContent, Notice, ProblemNotice, LoadingIndicator } from '../../design/notices/notice.js';
import { type SignOutReason, useSessionControl, type HiddenPages } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { SignedOutLayout } from '../layout/layout.js';
import { ProviderSignOut, SingleSignOnLink } from './single-sign-on.js';
import fields from '../../design/fields/field.module.css';
import styles from './sign-in.module.css';

export function SignInPage({
  reason,
  hiddenPages,
}: {
  reason: SignOutReason;
  hiddenPages: HiddenPages | undefined;
}) {
  const texts = useTexts();
  const hasUnsavedData = hiddenPages?.isUnsaved === true;
  const options = useResource(api.signInOptions());
  const [nextStep, setNextStep] = useState<NextStep>();
  return (
    <SignedOutLayout title={texts.signIn.title}>
      {nextStep ? (
        <SecondStep nextStep={nextStep} onBack={() => setNextStep(undefined)} />
      ) : (
        <>
          <h1>{texts.signIn.title}</h1>
          <p className="muted">{texts.signIn.intro}</p>
          {reason === 'expired' && <Notice kind="info">{texts.signIn.expired}</Notice>}
          {reason === 'signed-out' && <Notice kind="success">{texts.signIn.signedOut}</Notice>}
          {reason === 'password-set' && <Notice kind="success">{texts.link.set}</Notice>}
          {hasUnsavedData && <Notice kind="warning">{texts.signIn.unsavedDataWaits}</Notice>}
          <SingleSignOnFailure />
          <ResourceContent state={options}>
            {({ password, single_sign_on: single }) => (
              <>
                {single && reason === 'signed-out' && <ProviderSignOut name={single.name} />}
                {password && <PasswordForm onNext={setNextStep} />}
                {password && (
                  // the service sends no e-mail, so the text names the person to contact
                  <details>
                    <summary>{texts.signIn.forgotPassword}</summary>
                    <p className="hint">{texts.signIn.forgotPasswordText}</p>
                  </details>
                )}
                {password && single && <p className={styles.or}>{texts.signIn.or}</p>}
                {single && (
                  <SingleSignOnLink name={single.name} url={single.url} isInNewWindow={hasUnsavedData} />
                )}
                {!password && !single && <Notice kind="warning">{texts.signIn.notSetUp}</Notice>}
              </>
            )}
          </ResourceContent>
        </>
      )}
    </SignedOutLayout>
  );
}

/** Shows why single sign-on failed. The service adds the reason to the address. */
function SingleSignOnFailure() {
  const { signIn } = useTexts();
  const [reason] = useState(() => new URLSearchParams(location.search).get('sign_in_error'));
  useEffect(() => {
    if (reason === null) return;
    const address = new URL(location.href);
    address.searchParams.delete('sign_in_error');
    history.replaceState(history.state, '', address);
  }, [reason]);
  if (reason === null) return null;
  const known = Object.entries(signIn.singleSignOnFailed).find(([name]) => name === reason);
  return <Notice kind="problem">{known?.[1] ?? signIn.singleSignOnFailed.sign_in_failed}</Notice>;
}

/** Calls `onNext` if the password is right and the sign-in needs a second step. */
function PasswordForm({ onNext }: { onNext: (next: NextStep) => void }) {
  const { signIn } = useTexts();
  const { startSession } = useSessionControl();
  const form = useRef<HTMLFormElement>(null);
  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  const { isBusy, problem, run } = useAction(async () => {
    const signInRequest = api.signIn(field('email')?.value.trim() ?? '', field('password')?.value ?? '');
    const { value, problem: signInProblem } = await outcomeOf(signInRequest);
    const nextStep = signInProblem && nextStepOf(signInProblem.code);
    if (nextStep) onNext(nextStep);
    else if (signInProblem) throw signInProblem;
    else startSession(value);
  });
  const submit = async () => {
    if (!(await run())) field('password')?.select();
  };

  return (
    <Form
      ref={form}
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem && <ProblemNotice problem={problem} />}
      <TextField
        label={signIn.email}
        errorMessage={signIn.emailMissing}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus
      />
      <TextField
        label={signIn.password}
        errorMessage={signIn.passwordMissing}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
      />
      <Button type="submit" kind="primary">
        {isBusy ? signIn.busy : signIn.title}
      </Button>
    </Form>
  );
}

/** The second step of a sign-in: to enter a code, or to set up a second factor. */
type NextStep = 'second_factor_needed' | 'second_factor_missing';

const nextStepOf = (code: string): NextStep | undefined =>
  code === 'second_factor_needed' || code === 'second_factor_missing' ? code : undefined;

/** Loaded on demand, because few users need the setup with its QR code. */
const RequiredSetup = lazy(async () => ({
  default: (await import('../../account/second-factor/second-factor-setup.js')).RequiredSetup,
}));

function SecondStep({ nextStep, onBack }: { nextStep: NextStep; onBack: () => void }) {
  const { secondFactor: texts, signIn } = useTexts();
  const { startSession, refresh } = useSessionControl();
  const isMissing = nextStep === 'second_factor_missing';
  return (
    <>
      <h1>{isMissing ? texts.requiredTitle : texts.signInTitle}</h1>
      <p className="muted">{isMissing ? texts.requiredText : texts.signInText}</p>
      {isMissing ? (
        <Suspense fallback={<LoadingIndicator />}>
          <RequiredSetup onDone={() => void refresh()} />
        </Suspense>
      ) : (
        <>
          <ProofForm
            {...ONE_TIME_CODE}
            label={texts.signInCode}
            incompleteMessage={texts.signInMissing}
            isComplete={(code) => code.trim() !== ''}
            onSubmit={async (code) => startSession(await api.signInWithCode(code))}
            renderButtons={(isBusy) => (
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
