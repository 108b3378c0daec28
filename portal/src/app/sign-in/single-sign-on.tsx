import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { api } from '../../api/client.js';
import { useResource } from '../../api/hooks.js';
import { buttonClassName } from '../../design/controls/button.js';
import { useTexts } from '../../texts/language.js';

const RETURN_TO = 'portal.return-to';
const KEYS = '/keys';

/** Returns and deletes the path from before single sign-on. The service redirects to the first page only. */
function takeReturnPath(): string | undefined {
  const path = sessionStorage.getItem(RETURN_TO) ?? undefined;
  sessionStorage.removeItem(RETURN_TO);
  return path;
}

interface Props {
  name: string;
  url: string;
  /** True if the link opens a new window, because leaving this one would lose unsaved data. */
  isInNewWindow: boolean;
}

export function SingleSignOnLink({ name, url, isInNewWindow }: Props) {
  const { signIn } = useTexts();
  const { pathname, search } = useLocation();
  // the first page may have the error of an earlier sign-in in its address
  const page = pathname === '/' ? KEYS : pathname + search;
  const behavior = isInNewWindow
    ? { target: '_blank', rel: 'noreferrer' }
    : { onClick: () => sessionStorage.setItem(RETURN_TO, page) };
  return (
    <>
      <a className={buttonClassName('plain')} href={url} {...behavior}>
        {signIn.signInWith(name)}
      </a>
      {isInNewWindow && <p className="hint">{signIn.newWindow}</p>}
    </>
  );
}

/**
 * Links to the sign-out of the identity provider, whose session would let the next user of the
 * browser in. Shows nothing if the provider has no sign-out page.
 */
export function ProviderSignOut({ name }: { name: string }) {
  const { signIn } = useTexts();
  const { value: provider } = useResource(api.providerSignOut());
  if (!provider?.url) return null;
  return (
    <p>
      {signIn.providerSessionNote(name)} <a href={provider.url}>{signIn.signOutOf(name)}</a>
    </p>
  );
}

/** Redirects to the page before single sign-on, or to the keys. */
export function HomeRedirect() {
  const [path] = useState(() => takeReturnPath() ?? KEYS);
  return <Navigate to={path} replace />;
}
