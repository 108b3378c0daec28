import { once } from 'node:events';
import { createServer } from 'node:http';
import { problemOf } from '../kit/http/api-client.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../kit/app/test-app.js';
import { send } from '../kit/http/http.js';
import { addAdministrator, COOKIE, EMAIL, PASSWORD, PEOPLE, signedIn } from '../kit/app/portal-app.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import { SECOND_FACTOR } from '../kit/app/second-factor.js';
import { CLIENT_SECRET, errorOf, locationOf, SingleSignOnStage } from '../kit/app/single-sign-on-stage.js';

let stage: SingleSignOnStage;

beforeAll(async () => {
  stage = await SingleSignOnStage.open();
});
afterAll(() => stage.close());

const SESSION = '/portal/api/session';
const START = '/portal/api/oidc/start';
const OVER_TLS = { 'x-forwarded-proto': 'https' };
const OTHER = 'x'.repeat(43);
const newBrowser = () => new PortalClient(stage.serviceUrl);

describe('Single sign-on', () => {
  it('is offered by the sign-in page', async () => {
    expect(bodyOf(await newBrowser().get('/portal/api/sign-in-options'))).toEqual({
      password: true,
      single_sign_on: { name: 'Company account', url: START },
    });
  });

  it('redirects to the provider with PKCE, state and nonce', async () => {
    const { searchParams } = new URL(locationOf(await newBrowser().get(START)));
    const secret = expect.stringMatching(/^[\w-]{43}$/) as string;
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'portal',
      scope: 'openid profile email',
      redirect_uri: stage.settings.redirectUri,
      state: secret,
      nonce: secret,
      code_challenge: secret,
      code_challenge_method: 'S256',
    });
  });

  it.each([
    ['keeps its state in a short-lived cookie that the callback can read', {}, '', ''],
    ['prefixes that cookie behind TLS, and reads it again', OVER_TLS, '__Secure-', ' Secure;'],
  ])('%s', async (_title, headers, prefix, secure) => {
    const browser = newBrowser();
    const start = await browser.get(START, headers);
    expect(start.headers['set-cookie']).toEqual([
      expect.stringMatching(
        `^${prefix}portal_sign_in_[\\w-]{16}=[\\w.-]+; Max-Age=600; Path=/portal/api/oidc; Expires=[^;]+; HttpOnly;${secure} SameSite=Lax$`,
      ),
    ]);
    const state = new URL(locationOf(start)).searchParams.get('state')!;
    const iss = `http://127.0.0.1:${stage.settings.port}`;
    const back = new URLSearchParams({ error: 'access_denied', state, iss });
    const response = await browser.get(`/portal/api/oidc/callback?${back.toString()}`, headers);
    expect(errorOf({ browser, response })).toBe('access_denied');
  });

  it('signs an administrator in, with the same strict cookie as a password', async () => {
    const { browser, response } = await stage.signInAs('chief');
    expect(locationOf(response)).toBe(`${stage.serviceUrl}/portal`);
    for (const cookie of [
      /^portal_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
      /^portal_sign_in_[\w-]{16}=; .*1970/,
    ])
      expect(response.headers['set-cookie']).toContainEqual(expect.stringMatching(cookie));
    expect(bodyOf(await browser.get(SESSION))).toMatchObject({
      email: 'chief@acme.example',
      name: 'Chief',
      role: 'admin',
      enterprise_id: ENTERPRISE_ID,
    });
    bodyOf(await browser.get('/internal/v1/settings'));
    expect(await stage.observer.newestEvent('sign_in.succeeded')).toMatchObject({
      actor: 'admin:chief@acme.example',
      details: { method: 'single_sign_on', role: 'admin' },
    });
  });

  it.each([
    ['takes the role from the claim', 'guest', { role: 'viewer' }],
    ['takes the highest of several roles', 'keeper', { role: 'key_manager' }],
    ['uses the address of a user without a name', 'unnamed', { name: 'unnamed@acme.example' }],
  ])('%s', async (_title, account, session) => {
    const { browser } = await stage.signInAs(account);
    expect(bodyOf(await browser.get(SESSION))).toMatchObject(session);
  });

  it.each([
    ['of an unknown enterprise', 'stranger', 'unknown_enterprise'],
    ['without an enterprise', 'homeless', 'unknown_enterprise'],
    ['without a known role', 'nothing', 'no_role'],
    ['without an e-mail address', 'nameless', 'sign_in_failed'],
    ['with an unverified e-mail address', 'unverified', 'sign_in_failed'],
    ['whose email_verified is the text "false"', 'doubted', 'sign_in_failed'],
    ['whose email_verified is the text "true"', 'claimed', 'sign_in_failed'],
    ['without email_verified', 'unsaid', 'sign_in_failed'],
    ['whose ID token another key has signed', 'foreign-key', 'sign_in_failed'],
    ['whose ID token has no signature (alg: none)', 'unsigned', 'sign_in_failed'],
    ['whose ID token is for another client (aud)', 'foreign-audience', 'sign_in_failed'],
    ['whose ID token is of another issuer (iss)', 'foreign-issuer', 'sign_in_failed'],
    ['whose ID token has expired (exp)', 'expired', 'sign_in_failed'],
    ['with a malformed e-mail address', 'spaced', 'sign_in_failed'],
    ['with an e-mail address that cannot be stored unchanged', 'damaged', 'sign_in_failed'],
    ['with an e-mail address that is too long in lower case', 'lengthened', 'sign_in_failed'],
  ])('refuses an account %s', async (_title, account, reason) => {
    expect(errorOf(await stage.signInAs(account))).toBe(reason);
  });

  it('ends the session that the browser had before', async () => {
    const { browser } = await stage.signInAs('chief');
    const before = browser.withUrl(stage.serviceUrl);
    expect(await before.isSignedIn()).toBe(true);
    await stage.signInAs('chief', { startedIn: browser });
    expect(await before.isSignedIn()).toBe(false);
    expect(await browser.isSignedIn()).toBe(true);
  });

  it('can run in two windows at the same time', async () => {
    const browser = newBrowser();
    const starts: string[] = [];
    for (let window = 0; window < 3; window++) starts.push(locationOf(await browser.get(START)));
    for (const at of [0, 2, 1]) {
      const { pathname, search } = new URL(await stage.throughProvider(starts[at]!, 'chief'));
      expect(locationOf(await browser.get(pathname + search))).toBe(`${stage.serviceUrl}/portal`);
    }
  });

  it('records a refusal in the audit log of the enterprise', async () => {
    await stage.signInAs('nothing');
    expect(await stage.observer.newestEvent('sign_in.failed')).toMatchObject({
      actor: 'anonymous',
      details: { method: 'single_sign_on', email: 'n@acme.example' },
    });
  });

  it('reports that access was denied', async () => {
    expect(errorOf(await stage.signInAs(undefined))).toBe('access_denied');
  });
});

it('The sign-out URL of the provider returns to the portal', async () => {
  const { url } = bodyOf(await newBrowser().get('/portal/api/oidc/sign-out'));
  const { origin, pathname, searchParams } = new URL(url as string);
  expect(origin + pathname).toBe(`http://127.0.0.1:${stage.settings.port}/session/end`);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'portal',
    post_logout_redirect_uri: `${stage.serviceUrl}/portal`,
  });
});

describe('The callback from the provider', () => {
  it.each([
    ['another state', { callback: (url: URL) => url.searchParams.set('state', OTHER) }],
    ['no state', { callback: (url: URL) => url.searchParams.delete('state') }],
    ['another code', { callback: (url: URL) => url.searchParams.set('code', OTHER) }],
    ['another issuer', { callback: (url: URL) => url.searchParams.set('iss', 'https://evil.example') }],
    ['a token for another nonce', { start: (url: URL) => url.searchParams.set('nonce', OTHER) }],
    ['a code for another verifier', { start: (url: URL) => url.searchParams.set('code_challenge', OTHER) }],
  ])('is refused with %s', async (_title, tampering) => {
    expect(errorOf(await stage.signInAs('chief', tampering))).toBe('sign_in_failed');
  });

  it('is refused in a browser that started no sign-in or another one', async () => {
    const otherBrowser = newBrowser();
    await otherBrowser.get(START);
    for (const browser of [newBrowser(), otherBrowser])
      expect(errorOf(await stage.signInAs('chief', { browser }))).toBe('sign_in_failed');
  });

  it('is refused with a cookie that the service did not seal', async () => {
    const browser = newBrowser();
    const callback = ({ searchParams }: URL) => {
      const name = `portal_sign_in_${searchParams.get('state')!.slice(0, 16)}`;
      browser.setCookie(name, `${'A'.repeat(43)}.${Date.now() + 60_000}..${'B'.repeat(43)}`);
    };
    expect(errorOf(await stage.signInAs('chief', { browser, callback }))).toBe('sign_in_failed');
  });

  it('redirects to an error page if the service cannot finish', async () => {
    const rename = (from: string, to: string) =>
      stage.observer.dataSource.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('portal_sessions', 'portal_sessions_away');
    try {
      expect(errorOf(await stage.signInAs('chief'))).toBe('service_unavailable');
    } finally {
      await rename('portal_sessions_away', 'portal_sessions');
    }
  });

  it('is refused the second time', async () => {
    let callback = '';
    const { browser } = await stage.signInAs('chief', {
      callback: (url) => (callback = url.pathname + url.search),
    });
    const again = await newBrowser().get(callback);
    expect(locationOf(again)).toBe(`${stage.serviceUrl}/portal?sign_in_error=sign_in_failed`);
    expect(await browser.isSignedIn()).toBe(true);
  });
});

it('The log contains no codes, tokens or secrets', async () => {
  let code = '';
  const { browser } = await stage.signInAs('chief', {
    callback: (url) => (code = url.searchParams.get('code') ?? ''),
  });
  expect(code).not.toBe('');
  expect(stage.log).toContain('single sign-on failed');
  for (const secret of [code, browser.cookie(COOKIE)!, CLIENT_SECRET, KEY_PEPPER, ADMIN_TOKEN])
    expect(stage.log).not.toContain(secret);
});

it('A user of single sign-on needs no second factor if the enterprise requires one, and has none here', async () => {
  const admin = await signedIn(stage.observer);
  const requireFactor = async (isRequired: boolean) =>
    bodyOf(await admin.patch('/internal/v1/settings', { second_factor_required: isRequired }));
  await requireFactor(true);
  const { browser } = await stage.signInAs('chief');
  expect(bodyOf(await browser.get('/internal/v1/account'))).toMatchObject({
    has_password: false,
    second_factor: false,
    second_factor_required: false,
  });
  problemOf(await browser.post(SECOND_FACTOR, { proof: PASSWORD }), 404, 'person_not_found');
  problemOf(await newBrowser().signIn(EMAIL, PASSWORD), 403, 'second_factor_missing');
  await requireFactor(false);
});

it('A user with a password shares no session with a user of single sign-on who has this address and another role', async () => {
  await addAdministrator(stage.observer, { email: 'manager@acme.example', role: 'key_manager' });
  const manager = await signedIn(stage.observer, 'manager@acme.example');
  const { browser: chief } = await stage.signInAs('chief');
  const email = 'chief@acme.example';
  const invited = await manager.post(PEOPLE, { email, name: 'Not the chief', role: 'viewer' });
  const { id, link } = bodyOf<{ id: string; link: string }>(invited, 201);
  const chosen = { token: link.split('#link=')[1], password: PASSWORD };
  expect((await newBrowser().post('/portal/api/link/password', chosen)).status).toBe(204);
  const namesake = await signedIn(stage.observer, email);
  expect(bodyOf(await namesake.get('/internal/v1/account/sessions'))).toHaveLength(1);
  expect((await namesake.patch('/internal/v1/account', { name: 'Renamed' })).status).toBe(204);
  bodyOf(await manager.patch(`${PEOPLE}/${id}`, { role: 'key_manager' }));
  expect(await namesake.isSignedIn()).toBe(false);
  expect((await manager.delete(`${PEOPLE}/${id}`)).status).toBe(204);
  expect(bodyOf(await chief.get(SESSION))).toMatchObject({ name: 'Chief', role: 'admin' });
});

it('An unreachable provider stops neither the start nor the rest of the service, and is used when it is reachable again', async () => {
  await stage.stopService();
  await stage.stopProvider();
  await stage.startService();
  const browser = newBrowser();
  expect(locationOf(await browser.get(START))).toBe(
    `${stage.serviceUrl}/portal?sign_in_error=provider_unavailable`,
  );
  expect(bodyOf(await browser.get('/portal/api/oidc/sign-out'))).toEqual({ url: null });
  expect((await send(stage.serviceUrl, { path: '/health/live' })).status).toBe(200);
  await stage.startProvider();
  expect(locationOf((await stage.signInAs('chief')).response)).toBe(`${stage.serviceUrl}/portal`);
});

it('A provider with a new key and other endpoints is used from the second sign-in on', async () => {
  await stage.stopProvider();
  await stage.startProvider();
  expect(errorOf(await stage.signInAs('chief'))).toBe('sign_in_failed');
  expect(locationOf((await stage.signInAs('chief')).response)).toBe(`${stage.serviceUrl}/portal`);
});

it('Sign-ins that wait for the provider are no overload', async () => {
  const { headers } = await stage.observer.customer(ENTERPRISE_ID);
  await stage.stopService();
  await stage.stopProvider();
  const silent = createServer().listen(stage.settings.port, '127.0.0.1');
  await stage.startService();
  const starts = Array.from({ length: 150 }, () => newBrowser().get(START));
  await once(silent, 'request');
  const bulk = await send(stage.serviceUrl, { path: '/api/v1/device/app/bulk', headers });
  const locations = (await Promise.all(starts)).map(locationOf);
  silent.close();
  await stage.startProvider();
  expect(bulk.status).toBe(200);
  expect(new Set(locations)).toEqual(
    new Set([`${stage.serviceUrl}/portal?sign_in_error=provider_unavailable`]),
  );
});

it('A public client signs in without a secret', async () => {
  await stage.stopService();
  await stage.startService({ OIDC_CLIENT_ID: 'public-portal', OIDC_CLIENT_SECRET: '' });
  expect(locationOf((await stage.signInAs('chief')).response)).toBe(`${stage.serviceUrl}/portal`);
});

it('A service without single sign-on offers only a password and has no such routes', async () => {
  const client = new PortalClient(stage.observer.url);
  expect(bodyOf(await client.get('/portal/api/sign-in-options'))).toEqual({
    password: true,
    single_sign_on: null,
  });
  for (const path of [START, '/portal/api/oidc/callback?code=x&state=y', '/portal/api/oidc/sign-out'])
    expect((await client.get(path)).status).toBe(404);
  expect(client.cookieHeader).toBe('');
});
