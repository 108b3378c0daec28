import { randomBytes } from 'node:crypto';
import { startProvider } from '../../kit/app/provider.js';
import type { Program } from '../../kit/process/program.js';
import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';
import { ENTERPRISE_ID } from '../../kit/browser/portal-service.js';
import { freePort } from '../../kit/process/free-port.js';

const NAME = 'Company account';

const clientSecret = randomBytes(24).toString('base64url');
let port: number;
let provider: Program;

const { service, visitor } = openPortal({
  arrive: (one) => one.come({ extraHTTPHeaders: { 'x-account': 'chief' } }),
  settings: async () => ({
    OIDC_ISSUER: `http://127.0.0.1:${(port = await freePort())}`,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ENTERPRISE_CLAIM: 'enterprise',
    OIDC_ROLE_CLAIM: 'roles',
    OIDC_NAME: NAME,
  }),
});

beforeAll(async () => {
  const { url, email } = service;
  const accounts = {
    chief: { email, email_verified: true, name: 'Chief', enterprise: ENTERPRISE_ID, roles: ['admin'] },
  };
  const redirectUri = `${url}/portal/api/oidc/callback`;
  provider = await startProvider({ port, redirectUri, clientSecret, accounts });
});

afterAll(() => provider.stop());

const wayIn = () => visitor.page.getByRole('link', { name: `Sign in with ${NAME}` });

test('single sign-on leads back to the page that one came for', async () => {
  await visitor.open('data/devices/van-01?show=apps');
  await wayIn().click();
  await visitor.heading('van-01');
});

test('who has signed out may sign out of the provider as well, which then lets nobody in', async () => {
  await visitor.open('keys');
  await wayIn().click();
  await visitor.heading('API keys');
  await visitor.follow('Sign out');
  await visitor.see('You may still be signed in to Company account in this browser.');
  await visitor.page.getByRole('link', { name: `Sign out of ${NAME} as well` }).click();
  await visitor.page.getByRole('button', { name: /^Yes/ }).click();
  await visitor.heading('Sign in');
  await visitor.page.context().setExtraHTTPHeaders({});
  await wayIn().click();
  await visitor.see('Single sign-on was cancelled');
});

test('a key that waits behind the sign-in is still there after single sign-on', async () => {
  await visitor.open('keys');
  await wayIn().click();
  await visitor.heading('API keys');
  const key = await visitor.createKey('Before lunch', 'Apps');
  // the list is read anew for it: a request under way would meet the end of the session before the press does
  await visitor.page.getByRole('button', { name: 'Delete Before lunch', exact: true }).waitFor();
  service.change('UPDATE portal_sessions SET expires_at = 1');
  await visitor.press('Delete Demo');
  await visitor.see('waits here for one hour');
  const opened = visitor.page.waitForEvent('popup');
  await wayIn().click();
  const other = await opened;
  await other.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await visitor.press('Cancel');
  expect(await visitor.shownKey()).toBe(key);
});
