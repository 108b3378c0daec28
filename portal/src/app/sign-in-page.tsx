import { useEffect, useState } from 'react';
import { api } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { Loaded } from '../design/loaded.js';
import { Notice } from '../design/notice.js';
import { useTexts } from '../texts/language.js';
import { Brand } from './app-shell.js';
import { PasswordForm } from './password-form.js';
import { Preferences } from './preferences.js';
import { SingleSignOn } from './single-sign-on.js';

export function SignInPage({ because }: { because: 'never' | 'expired' | 'signed-out' }) {
  const texts = useTexts();
  const options = useResource(api.signInOptions);
  return (
    <div className="sign-in">
      <title>{`${texts.signIn.title} · ${texts.product}`}</title>
      <header>
        <Brand />
      </header>
      <main className="card">
        <h1>{texts.signIn.title}</h1>
        <p className="muted">{texts.signIn.intro}</p>
        {because === 'expired' && <Notice kind="info">{texts.signIn.expired}</Notice>}
        {because === 'signed-out' && <Notice kind="success">{texts.signIn.signedOut}</Notice>}
        <SingleSignOnFailure />
        <Loaded loading={options}>
          {({ password, single_sign_on: single }) => (
            <>
              {password && <PasswordForm />}
              {password && single && <p className="or">{texts.signIn.or}</p>}
              {single && <SingleSignOn name={single.name} url={single.url} />}
              {!password && !single && <Notice kind="warning">{texts.signIn.noWay}</Notice>}
            </>
          )}
        </Loaded>
      </main>
      <footer>
        <Preferences />
      </footer>
    </div>
  );
}

/** The service leads back here with a parameter when single sign-on went wrong. */
function SingleSignOnFailure() {
  const { signIn } = useTexts();
  const [hasFailed] = useState(() => new URLSearchParams(location.search).has('sign_in_error'));
  useEffect(() => {
    if (!hasFailed) return;
    const address = new URL(location.href);
    address.searchParams.delete('sign_in_error');
    history.replaceState(history.state, '', address);
  }, [hasFailed]);
  return hasFailed && <Notice kind="problem">{signIn.singleFailed}</Notice>;
}
