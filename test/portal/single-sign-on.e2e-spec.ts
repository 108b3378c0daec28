import { randomBytes } from 'node:crypto';
import { startProvider } from '../kit/app/single-sign-on-stage.js';
import type { Program } from '../kit/process/program.js';
import { expect, openPortal } from '../kit/browser/portal.js';
import { freePort } from '../kit/process/free-port.js';
import { KEY_PEPPER, Service } from '../kit/process/service.js';

const NAME = 'Company account';

const enterprise = { id: 'havelwerk', email: 'chief@havelwerk.example' };
const clientSecret = randomBytes(24).toString('base64url');
const programs: Program[] = [];

const { service, visitor } = openPortal({
  isSignedIn: false,
  enterprise,
  context: { extraHTTPHeaders: { 'x-account': 'chief' } },
});

// A separate process on the same database: with --coverage, jest cannot load the ES module of the client library
beforeAll(async () => {
  const port = await freePort();
  const servicePort = await freePort();
  service.url = `http://127.0.0.1:${servicePort}`;
  const redirectUri = `${service.url}/portal/api/oidc/callback`;
  const { id, email } = enterprise;
  const accounts = {
    chief: { email, email_verified: true, name: 'Chief', enterprise: id, roles: ['admin'] },
  };
  programs.push(await startProvider({ port, redirectUri, clientSecret, accounts }));
  const env = {
    DATABASE_URL: service.app.databaseUrl,
    PORT: String(servicePort),
    KEY_PEPPER,
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ENTERPRISE_CLAIM: 'enterprise',
    OIDC_ROLE_CLAIM: 'roles',
    OIDC_NAME: NAME,
  };
  programs.push(await Service.start(env));
});
afterAll(() => Promise.all(programs.map((program) => program.stop())));

const wayIn = () => visitor.page.getByRole('link', { name: `Sign in with ${NAME}` });

test('returns to the requested page after single sign-on', async () => {
  await visitor.open('data/devices/van-01?show=apps');
  await wayIn().click();
  await visitor.expectHeading('van-01');
});

test('returns to the requested page after a single sign-on that failed at first', async () => {
  await visitor.open('data/devices/van-01');
  const failure = { Location: `${service.url}/portal?sign_in_error=sign_in_failed` };
  await visitor.page.route(
    /portal\/api\/oidc\//,
    (route) => route.fulfill({ status: 302, headers: failure }),
    {
      times: 1,
    },
  );
  await wayIn().click();
  await visitor.expectText('Single sign-on failed.');
  await wayIn().click();
  await visitor.expectHeading('van-01');
});

test('shows the keys after a single sign-on from an address with an error', async () => {
  await visitor.open('?sign_in_error=sign_in_failed');
  await visitor.expectText('Single sign-on failed.');
  await wayIn().click();
  await visitor.expectHeading('API keys');
});

test('offers to sign out of the provider too, which then requires credentials', async () => {
  await visitor.open('keys');
  await wayIn().click();
  await visitor.expectHeading('API keys');
  await visitor.followLink('Sign out');
  await visitor.expectText('You may still be signed in to Company account in this browser.');
  await visitor.page.getByRole('link', { name: `Sign out of ${NAME} too` }).click();
  await visitor.page.getByRole('button', { name: /^Yes/ }).click();
  await visitor.expectHeading('Sign in');
  await visitor.page.context().setExtraHTTPHeaders({});
  await wayIn().click();
  await visitor.expectText('Single sign-on was canceled');
});

test('keeps an uncopied key until the user has signed in again', async () => {
  await visitor.open('keys');
  await wayIn().click();
  await visitor.expectHeading('API keys');
  const key = await visitor.createKey('Before lunch', 'Apps');
  // Waits for the list to reload: a running request would find the expired session before the press does
  await visitor.page.getByRole('button', { name: 'Delete Before lunch', exact: true }).waitFor();
  await service.runSql('UPDATE portal_sessions SET expires_at = 1');
  await visitor.press('Delete Demo');
  await visitor.expectText('keeps new API keys and what you entered for one hour');
  const opened = visitor.page.waitForEvent('popup');
  await wayIn().click();
  const otherPage = await opened;
  await otherPage.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await visitor.press('Cancel');
  expect(await visitor.shownKey()).toBe(key);
});
