import { Activity, type ComponentType, useState } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { FleetPage } from '../data/fleet/fleet-page.js';
import { ProblemNotice, Waiting } from '../design/notices/notice.js';
import { LeaveGuard } from '../session/leave-guard.js';
import { keptLinkToken } from '../session/link-token.js';
import { ownerOf, personOf, type SessionState, useSessionControl } from '../session/session.js';
import { AppShell } from './app-shell.js';
import { CrashPage, MissingPage, PageProblem } from './failures/failures.js';
import { Alone } from './frame/frame.js';
import { LinkPage } from './sign-in/link-page.js';
import { SignInPage } from './sign-in/sign-in-page.js';
import { SignOutPage } from './sign-in/sign-out-page.js';
import { FirstPage } from './sign-in/single-sign-on.js';

/** The base path of the pages, without the trailing slash. */
const basename = (): string => new URL(document.baseURI).pathname.replace(/\/$/, '');

/** A page that loads on demand. */
const loaded = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/**
 * The main bundle contains the page of the fleet, because each chunk costs a round trip. Other pages load on demand, so
 * that each page loads up to 300 kB.
 */
const PAGES: RouteObject[] = [
  { index: true, Component: FirstPage },
  loaded('keys', async () => (await import('../keys/keys-page.js')).KeysPage),
  loaded('keys/:id', async () => (await import('../key/key-page.js')).KeyPage),
  loaded('activity', async () => (await import('../activity/activity-page.js')).ActivityPage),
  { path: 'data', Component: FleetPage },
  loaded('data/devices/:id', async () => (await import('../data/device/device-page.js')).DevicePage),
  loaded('settings', async () => (await import('../settings/settings-page.js')).SettingsPage),
  loaded('settings/people', async () => (await import('../people/people-page.js')).PeoplePage),
  loaded('account', async () => (await import('../account/account-page.js')).AccountPage),
  { path: 'sign-out', Component: SignOutPage },
  { path: '*', Component: MissingPage },
];

/** Creates the router. It catches the errors of a page, so that the sidebar remains. */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        Component: SessionGate,
        ErrorBoundary: CrashPage,
        HydrateFallback: Waiting,
        children: [{ ErrorBoundary: PageProblem, children: PAGES }],
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
  const [token, setToken] = useState(keptLinkToken);
  const owner = ownerOf(state);
  const leaveLink = () => setToken(undefined);
  // signs out, because the link may belong to another user than the session
  const passwordSet = async () => {
    await signOut('password-set');
    leaveLink();
  };
  if (token !== undefined) return <LinkPage token={token} onSet={passwordSet} onLeave={leaveLink} />;
  return (
    <LeaveGuard isClosed={state.is === 'absent' && state.waiting?.isUnsaved === true}>
      {owner && (
        <Activity key={personOf(owner)} mode={state.is === 'present' ? 'visible' : 'hidden'}>
          <AppShell />
        </Activity>
      )}
      {state.is !== 'present' && <Instead state={state} />}
    </LeaveGuard>
  );
}

function Instead({ state }: { state: Exclude<SessionState, { is: 'present' }> }) {
  const { refresh } = useSessionControl();
  if (state.is === 'absent') return <SignInPage because={state.because} waiting={state.waiting} />;
  return (
    <Alone>
      {state.is === 'failed' ? (
        <ProblemNotice problem={state.problem} onRetry={() => void refresh()} />
      ) : (
        <Waiting />
      )}
    </Alone>
  );
}
