import { createBrowserRouter, type RouteObject } from 'react-router';
import { Waiting } from '../design/notices/notice.js';
import { FleetPage } from '../data/fleet/fleet-page.js';
import { CrashPage, MissingPage, PageProblem } from './failures/failures.js';
import { FirstPage } from './sign-in/single-sign-on.js';
import { SessionGate } from './session-gate.js';
import { SignOutPage } from './sign-in/sign-out-page.js';

/** The base path of the pages, without the trailing slash. */
const basename = (): string => new URL(document.baseURI).pathname.replace(/\/$/, '');

/**
 * The main bundle contains the page of the fleet, because each chunk costs a round trip. Other pages load on demand, so
 * that each page loads up to 300 kB.
 */
const PAGES: RouteObject[] = [
  { index: true, Component: FirstPage },
  {
    path: 'keys',
    lazy: async () => ({ Component: (await import('../keys/keys-page.js')).KeysPage }),
  },
  {
    path: 'keys/:id',
    lazy: async () => ({ Component: (await import('../key/key-page.js')).KeyPage }),
  },
  {
    path: 'activity',
    lazy: async () => ({ Component: (await import('../activity/activity-page.js')).ActivityPage }),
  },
  { path: 'data', Component: FleetPage },
  {
    path: 'data/devices/:id',
    lazy: async () => ({ Component: (await import('../data/device/device-page.js')).DevicePage }),
  },
  {
    path: 'settings',
    lazy: async () => ({ Component: (await import('../settings/settings-page.js')).SettingsPage }),
  },
  {
    path: 'settings/people',
    lazy: async () => ({ Component: (await import('../people/people-page.js')).PeoplePage }),
  },
  {
    path: 'account',
    lazy: async () => ({ Component: (await import('../account/account-page.js')).AccountPage }),
  },
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
