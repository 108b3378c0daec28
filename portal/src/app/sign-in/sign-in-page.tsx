import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { ONE_TIME_CODE, ProofForm } from '../../account/second-factor/proof-form.js';
import { api } from '../../api/client.js';
import { useAttempt, useResource } from '../../api/hooks.js';
import { outcomeOf } from '../../api/problem.js';
import { Button } from '../../design/controls/button.js';
import { Entry } from '../../design/fields/entry.js';
import { Loaded, Notice, ProblemNotice, Waiting } from '../../design/notices/notice.js';
import { type Reason, useSessionControl, type WaitingPages } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { Outside } from '../frame/frame.js';
import { ProviderSignOut, SingleSignOn } from './single-sign-on.js';
import fields from '../../design/fields/field.module.css';
import styles from './sign-in.module.css';

export function SignInPage({ because, waiting }: { because: Reason; waiting: WaitingPages | undefined }) {
  const texts = useTexts();
  const doesKeyWait = waiting?.isUnsaved === true;
  const options = useResource(api.signInOptions());
  const [next, setNext] = useState<NextStep>();
  return (
    <Outside title={texts.signIn.title}>
      {next ? (
        <SecondStep next={next} onBack={() => setNext(undefined)} />
      ) : (
        <>
          <h1>{texts.signIn.title}</h1>
          <p className="muted">{texts.signIn.intro}</p>
          {because === 'expired' && <Notice kind="info">{texts.signIn.expired}</Notice>}
          {because === 'signed-out' && <Notice kind="success">{texts.signIn.signedOut}</Notice>}
          {because === 'password-set' && <Notice kind="success">{texts.link.set}</Notice>}
          {doesKeyWait && <Notice kind="warning">{texts.signIn.keyWaits}</Notice>}
          <SingleSignOnFailure />
          <Loaded loading={options}>
            {({ password, single_sign_on: single }) => (
              <>
                {single && because === 'signed-out' && <ProviderSignOut name={single.name} />}
                {password && <PasswordForm onNext={setNext} />}
                {password && (
                  // the service sends no e-mail, so the text names the person to contact
                  <details>
                    <summary>{texts.signIn.forgotten}</summary>
                    <p className="hint">{texts.signIn.forgottenText}</p>
                  </details>
                )}
                {password && single && <p className={styles.or}>{texts.signIn.or}</p>}
                {single && <SingleSignOn name={single.name} url={single.url} isElsewhere={doesKeyWait} />}
                {!password && !single && <Notice kind="warning">{texts.signIn.noWay}</Notice>}
              </>
            )}
          </Loaded>
        </>
      )}
    </Outside>
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
  const known = Object.entries(signIn.singleFailed).find(([name]) => name === reason);
  return <Notice kind="problem">{known?.[1] ?? signIn.singleFailed.sign_in_failed}</Notice>;
}

/** Calls `onNext` if the password is right and the sign-in needs a second step. */
function PasswordForm({ onNext }: { onNext: (next: NextStep) => void }) {
  const { signIn } = useTexts();
  const { began } = useSessionControl();
  const form = useRef<HTMLFormElement>(null);
  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  const { isBusy, problem, attempt } = useAttempt(async () => {
    const entered = api.signIn(field('email')?.value.trim() ?? '', field('password')?.value ?? '');
    const { value, problem: refusal } = await outcomeOf(entered);
    const next = refusal && nextStepOf(refusal.code);
    if (next) onNext(next);
    else if (refusal) throw refusal;
    else began(value);
  });
  const submit = async () => {
    if (!(await attempt())) field('password')?.select();
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
      <Entry
        label={signIn.email}
        mistake={signIn.emailMissing}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus
      />
      <Entry
        label={signIn.password}
        mistake={signIn.passwordMissing}
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

/** Loaded on demand, because few users need the set-up with its QR code. */
const RequiredSetUp = lazy(async () => ({
  default: (await import('../../account/second-factor/set-up.js')).RequiredSetUp,
}));

function SecondStep({ next, onBack }: { next: NextStep; onBack: () => void }) {
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
          <ProofForm
            {...ONE_TIME_CODE}
            label={texts.signInCode}
            missing={texts.signInMissing}
            isComplete={(code) => code.trim() !== ''}
            send={async (code) => began(await api.signInWithCode(code))}
            buttons={(isBusy) => (
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
