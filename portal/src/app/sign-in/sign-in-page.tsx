import { useEffect, useState } from 'react';
import { api } from '../../api/client.js';
import { useResource } from '../../api/use-resource.js';
import { Loaded, Notice } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { PasswordForm } from './password-form.js';
import type { Reason, WaitingPages } from '../../session/session-state.js';
import { type NextStep, SecondStep } from './second-step.js';
import { ProviderSignOut, SingleSignOn } from './single-sign-on.js';
import styles from './sign-in.module.css';
import { Outside } from './outside.js';

interface Props {
  because: Reason;
  /** The hidden pages of the expired session, if any. */
  waiting: WaitingPages | undefined;
}

export function SignInPage({ because, waiting }: Props) {
  const texts = useTexts();
  const doesKeyWait = waiting?.isUnsaved === true;
  const options = useResource(api.signInOptions());
  const [next, setNext] = useState<NextStep>();
  const back = () => setNext(undefined);
  return (
    <Outside title={texts.signIn.title}>
      {next ? (
        <SecondStep next={next} onBack={back} />
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
