import { createBrowserRouter, type RouteObject } from 'react-router';
import { Waiting } from '../design/loaded.js';
import { KeysPage } from '../keys/keys-page.js';
import { CrashPage } from './crash-page.js';
import { FirstPage } from './first-page.js';
import { MissingPage } from './missing-page.js';
import { PageProblem } from './page-problem.js';
import { SessionGate } from './session-gate.js';
import { SignOutPage } from './sign-out-page.js';

/** Below which path the pages lie: that of <base>, without the slash at its end. */
const basename = (): string => new URL(document.baseURI).pathname.replace(/\/$/, '');

/** All but the first are fetched when they are opened. */
const PAGES: RouteObject[] = [
  { index: true, Component: FirstPage },
  { path: 'keys', Component: KeysPage },
  {
    path: 'activity',
    lazy: async () => ({ Component: (await import('../activity/activity-page.js')).ActivityPage }),
  },
  {
    path: 'data',
    lazy: async () => ({ Component: (await import('../data/fleet-page.js')).FleetPage }),
  },
  {
    path: 'data/devices/:id',
    lazy: async () => ({ Component: (await import('../data/device-page.js')).DevicePage }),
  },
  {
    path: 'settings',
    lazy: async () => ({ Component: (await import('../settings/settings-page.js')).SettingsPage }),
  },
  { path: 'sign-out', Component: SignOutPage },
  { path: '*', Component: MissingPage },
];

/** A page that fails leaves what stands around it. */
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
