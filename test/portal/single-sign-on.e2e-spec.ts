import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { startProcess, type RunningProcess } from '../portal-api/processes.js';
import type { ProviderSettings } from '../portal-api/provider-process.js';
import { openBrowser } from '../support/browser.js';
import { ENTERPRISE_ID, startService, type PortalService } from './portal-service.js';
import { Visitor } from './visitor.js';
import { freePort } from '../support/free-port.js';

const NAME = 'Company account';

let service: PortalService;
let provider: RunningProcess;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  const [port, clientSecret] = [await freePort(), randomBytes(24).toString('base64url')];
  const settings = {
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ENTERPRISE_CLAIM: 'enterprise',
    OIDC_ROLE_CLAIM: 'roles',
    OIDC_NAME: NAME,
  };
  [service, browser] = await Promise.all([startService(settings), openBrowser(process.env.CHROMIUM ?? '')]);
  const { url, email } = service;
  const accounts = {
    chief: { email, email_verified: true, name: 'Chief', enterprise: ENTERPRISE_ID, roles: ['admin'] },
  };
  const redirectUri = `${url}/portal/api/oidc/callback`;
  const offered: ProviderSettings = { port, redirectUri, clientSecret, accounts };
  const file = 'test/portal-api/provider-process.js';
  provider = await startProcess(file, [JSON.stringify(offered)], {}, 'listening');
});

afterAll(async () => {
  await browser.close();
  await provider.stop();
  await service.stop();
});

beforeEach(async () => {
  visitor = await Visitor.come(browser, service, { extraHTTPHeaders: { 'x-account': 'chief' } });
});

afterEach(() => visitor.leave());

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
  await visitor.page.getByRole('link', { name: 'Sign out' }).click();
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
