import { useState } from 'react';
import { Link, type Location, useLocation, useNavigate } from 'react-router';
import { ResourceLoader } from '../../design/notices/notice.js';
import { Page } from '../../design/page/page.js';
import { useTexts } from '../../texts/language.js';
import { useSessionControl } from '../../session/session.js';
import { Button } from '../../design/controls/button.js';
import styles from './sign-out-page.module.css';

/** The navigation state of the portal's sign-out link. Links on other sites cannot set it. */
export const SIGN_OUT_STATE = { signOut: 'asked' } as const;

/**
 * Signs the user out. A page, so that the check for unsaved data runs as for any other page. Asks
 * for confirmation after a link from another site, which must not sign the user out.
 */
export function SignOutPage() {
  const { signIn, signingOut } = useTexts();
  const { state } = useLocation() as Location<Partial<typeof SIGN_OUT_STATE> | null>;
  const [isConfirmed, setConfirmed] = useState(state?.signOut === 'asked');
  if (isConfirmed) return <SigningOut />;
  return (
    <Page title={signingOut.title} intro={signingOut.text}>
      <p className={styles.choices}>
        <Button kind="primary" onPress={() => setConfirmed(true)}>
          {signIn.signOut}
        </Button>
        <Link to="/keys">{signingOut.stay}</Link>
      </p>
    </Page>
  );
}

function SigningOut() {
  const { signOut } = useSessionControl();
  const navigate = useNavigate();
  const load = async () => {
    await signOut();
    await navigate('/', { replace: true });
    return true;
  };
  return <ResourceLoader resource={{ key: 'sign-out', load }}>{() => null}</ResourceLoader>;
}
