import { Activity, type ComponentType, useState } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { FleetPage } from '../data/fleet/fleet-page.js';
import { ProblemNotice, LoadingIndicator } from '../design/notices/notice.js';
import { UnsavedChangesGuard } from '../session/unsaved-changes.js';
import { getLinkToken } from '../session/link-token.js';
import { sessionOf, userIdentityOf, type SessionState, useSessionControl } from '../session/session.js';
import { AppShell } from './app-shell.js';
import { CrashPage, NotFoundPage, PageError } from './errors/error-pages.js';
import { BareLayout } from './layout/layout.js';
import { PasswordLinkPage } from './sign-in/password-link-page.js';
import { SignInPage } from './sign-in/sign-in-page.js';
import { SignOutPage } from './sign-in/sign-out-page.js';
import { HomeRedirect } from './sign-in/single-sign-on.js';

/** The base path of the pages, without the trailing slash. */
const basename = (): string => new URL(document.baseURI).pathname.replace(/\/$/, '');

/** A page that loads on demand. */
const lazyRoute = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/**
 * The main bundle contains the page of the fleet, because each chunk costs a round trip. Other pages load on demand, so
 * that each page loads up to 300 kB.
 */
const PAGES: RouteObject[] = [
  { index: true, Component: HomeRedirect },
  lazyRoute('keys', async () => (await import('../keys/keys-page.js')).KeysPage),
  lazyRoute('keys/:id', async () => (await import('../key/key-page.js')).KeyPage),
  lazyRoute('activity', async () => (await import('../activity/activity-page.js')).ActivityPage),
  { path: 'data', Component: FleetPage },
  lazyRoute('data/devices/:id', async () => (await import('../data/device/device-page.js')).DevicePage),
  lazyRoute('settings', async () => (await import('../settings/settings-page.js')).SettingsPage),
  lazyRoute('settings/people', async () => (await import('../people/people-page.js')).PeoplePage),
  lazyRoute('account', async () => (await import('../account/account-page.js')).AccountPage),
  { path: 'sign-out', Component: SignOutPage },
  { path: '*', Component: NotFoundPage },
];

/** Creates the router. It catches the errors of a page, so that the sidebar remains. */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        Component: SessionGate,
        ErrorBoundary: CrashPage,
        HydrateFallback: LoadingIndicator,
        children: [{ ErrorBoundary: PageError, children: PAGES }],
      },
    ],
    { basename: basename() },
  );
}

/**
 * Shows the pages to signed-in users, and the sign-in page at the same address to others. After a session has
 * expired, its pages stay hidden with their unsaved data until the same user signs in again.
 */
function SessionGate() {
  const { state, signOut } = useSessionControl();
  const [token, setToken] = useState(getLinkToken);
  const session = sessionOf(state);
  const closeLink = () => setToken(undefined);
  // signs out, because the link may belong to another user than the session
  const handlePasswordSet = async () => {
    await signOut('password-set');
    closeLink();
  };
  if (token !== undefined)
    return <PasswordLinkPage token={token} onPasswordSet={handlePasswordSet} onClose={closeLink} />;
  return (
    <UnsavedChangesGuard
      hasHiddenChanges={state.status === 'absent' && state.hiddenPages?.isUnsaved === true}
    >
      {session && (
        <Activity key={userIdentityOf(session)} mode={state.status === 'present' ? 'visible' : 'hidden'}>
          <AppShell />
        </Activity>
      )}
      {state.status !== 'present' && <SessionFallback state={state} />}
    </UnsavedChangesGuard>
  );
}

function SessionFallback({ state }: { state: Exclude<SessionState, { status: 'present' }> }) {
  const { refresh } = useSessionControl();
  if (state.status === 'absent') return <SignInPage reason={state.reason} hiddenPages={state.hiddenPages} />;
  return (
    <BareLayout>
      {state.status === 'failed' ? (
        <ProblemNotice problem={state.problem} onRetry={() => void refresh()} />
      ) : (
        <LoadingIndicator />
      )}
    </BareLayout>
  );
}
