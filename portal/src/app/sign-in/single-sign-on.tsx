import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { api } from '../../api/client.js';
import { useResource } from '../../api/hooks.js';
import { buttonClassName } from '../../design/controls/button.js';
import { useTexts } from '../../texts/language.js';

const RETURN_TO = 'portal.return-to';

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
  // a failed sign-in leads to the first page, and the next one still returns to the page before it
  const savePath = () => {
    if (pathname !== '/') sessionStorage.setItem(RETURN_TO, pathname + search);
  };
  const behavior = isInNewWindow ? { target: '_blank', rel: 'noreferrer' } : { onClick: savePath };
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
  const [path] = useState(() => takeReturnPath() ?? '/keys');
  return <Navigate to={path} replace />;
}
