import type { Logger } from 'pino';
import { PRODUCTION_COST } from '../../src/auth/password-hashes.js';
import { LOGGER } from '../../src/observability/logger.js';
import { problemOf } from '../kit/http/api-client.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import { addAdministrator, COOKIE, EMAIL, PASSWORD, PortalStage } from '../kit/app/portal-app.js';
import { eventually } from '../kit/process/retry.js';

const SESSION = '/portal/api/session';
const WRONG = 'wrong password, really';
const LIMITED = { RATE_LIMIT: '1000/100s' };
const UNKNOWN = 'nobody@acme.example';
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/) as string;

const stage = new PortalStage();
const { app } = stage;
const stored = async (...tables: string[]) =>
  JSON.stringify(await Promise.all(tables.map((table) => app.dataSource.query(`SELECT * FROM ${table}`))));

describe('Signing in with a password', () => {
  it('returns the user and the enterprise', async () => {
    const client = stage.newBrowser();
    const session = bodyOf(await client.signIn(EMAIL, PASSWORD));
    expect(session).toEqual({
      email: EMAIL,
      name: 'Ines Krüger',
      role: 'admin',
      enterprise_id: ENTERPRISE_ID,
      enterprise_name: 'Acme Logistics',
      time_zone: 'Europe/Berlin',
      base_url: app.config.publicUrl,
      expires_at: TIMESTAMP,
      ends_at: TIMESTAMP,
    });
    const minutes = (Date.parse(session.expires_at as string) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    expect(bodyOf(await client.get(SESSION))).toEqual({ ...session, expires_at: TIMESTAMP });
  });

  it('accepts the e-mail address in any case', async () => {
    await stage.signedIn('Ines@ACME.example');
  });

  it('responds identically to an unknown account and a wrong password', async () => {
    const responses = [
      await stage.newBrowser().signIn(EMAIL, WRONG),
      await stage.newBrowser().signIn(UNKNOWN, PASSWORD),
    ];
    const [wrong, unknown] = responses.map((response) => {
      const { request_id: _id, ...problem } = problemOf(response, 401, 'sign_in_failed');
      const { 'x-request-id': _header, date: _date, ...headers } = response.headers;
      return { problem, headers };
    });
    expect(wrong).toEqual(unknown);
    expect(wrong?.headers).not.toHaveProperty('set-cookie');
  });

  it('says in the log whether the account of a failed sign-in is known', async () => {
    const warn = jest.spyOn(app.nest.get<Logger>(LOGGER), 'warn');
    await stage.newBrowser().signIn(EMAIL, WRONG);
    await stage.newBrowser().signIn(UNKNOWN, PASSWORD);
    const { calls } = warn.mock;
    warn.mockRestore();
    expect(calls).toMatchObject([
      [{ known_account: true }, 'sign-in failed'],
      [{ known_account: false }, 'sign-in failed'],
    ]);
  });

  it('causes the same writes for an unknown account as for a wrong password', async () => {
    const failure = async (email: string): Promise<string[]> => {
      const statements: string[] = [];
      const { logger } = app.dataSource;
      // SQLite has the numbers in the text of the statement
      const logQuery = (sql: string) => statements.push(sql.replace(/\b\d+\b/g, 'N'));
      app.dataSource.logger = Object.assign(Object.create(logger), { logQuery }) as typeof logger;
      await stage.newBrowser().signIn(email, WRONG);
      await eventually(() => expect(statements.at(-1)).toMatch(/^COMMIT/));
      app.dataSource.logger = logger;
      return statements;
    };
    await failure(EMAIL);
    await failure(UNKNOWN);
    const written = await failure('nobody-else@acme.example');
    expect(written).toContainEqual(expect.stringMatching(/^INSERT INTO .audit_events/));
    expect(written).toEqual(await failure(EMAIL));
  });

  it('stores nothing that was entered for an unknown account', async () => {
    const failures = async () => (await stored('audit_events')).split('sign_in.failed').length;
    const before = await failures();
    await stage.newBrowser().signIn('my-secret-password', PASSWORD);
    await eventually(async () => (await failures()) > before);
    expect(await stored('audit_events')).not.toContain('my-secret-password');
  });

  it.each([
    ['no password', { password: undefined }, 'password'],
    ['an e-mail address that is not a string', { email: { like: '%' } }, 'email'],
    ['an empty e-mail address', { email: '' }, 'email'],
    ['an unknown member', { remember: true }, 'remember'],
    ['a password of more than 1,000 characters', { password: 'x'.repeat(1001) }, 'password'],
  ])('refuses %s', async (_title, wrong, parameter) => {
    const response = await stage.newBrowser().post(SESSION, { email: EMAIL, password: PASSWORD, ...wrong });
    expect(problemOf(response, 400, 'invalid_parameter').errors).toMatchObject([{ parameter }]);
  });

  it('stores neither passwords nor tokens in clear text', async () => {
    const token = (await stage.signedIn()).cookie(COOKIE)!;
    const kept = await stored('administrators', 'portal_sessions');
    expect(kept).toContain('$scrypt$ln=');
    expect(kept).not.toContain(PASSWORD);
    expect(kept).not.toContain(token);
    expect(await stored('audit_events')).not.toMatch(/wrong password|correct horse|scrypt/);
  });
});

describe('A session', () => {
  it.each([
    ['without a cookie', {}],
    ['with a malformed token', { cookie: `${COOKIE}=x` }],
    ['with an unknown token', { cookie: `${COOKIE}=${'A'.repeat(43)}` }],
  ])('is rejected %s', async (_title, headers) => {
    problemOf(await stage.newBrowser().get(SESSION, headers), 401, 'not_signed_in');
  });

  it('never begins with a token from the browser', async () => {
    const client = stage.newBrowser();
    const planted = stage.newBrowser();
    for (const browser of [client, planted]) browser.setCookie(COOKIE, 'P'.repeat(43));
    bodyOf(await client.signIn(EMAIL, PASSWORD));
    expect(client.cookie(COOKIE)).not.toBe(planted.cookie(COOKIE));
    problemOf(await planted.get(SESSION), 401, 'not_signed_in');
  });

  it('ends when its browser signs in again', async () => {
    const client = await stage.signedIn();
    const before = client.withUrl(app.url);
    bodyOf(await client.signIn(EMAIL, PASSWORD));
    expect(await before.isSignedIn()).toBe(false);
    expect(await client.isSignedIn()).toBe(true);
  });
});

it('Signing out ends the session and deletes the cookie', async () => {
  const client = await stage.signedIn();
  const cookie = client.cookieHeader;
  const count = () => app.dataSource.query<unknown[]>('SELECT * FROM portal_sessions');
  const before = (await count()).length;
  const { status, body, headers } = await client.delete(SESSION);
  expect({ status, body }).toEqual({ status: 204, body: '' });
  expect(headers['clear-site-data']).toBe('"cache"');
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(/^portal_session=; Path=\/; Expires=Thu, 01 Jan 1970 .*HttpOnly; SameSite=Strict$/),
  ]);
  expect(await count()).toHaveLength(before - 1);
  problemOf(await client.get(SESSION, { cookie }), 401, 'not_signed_in');
});

describe('The audit log', () => {
  it('contains sign-ins and sign-outs with user, address and method', async () => {
    const client = stage.newBrowser();
    await client.signIn(EMAIL, PASSWORD, { 'x-request-id': 'the-way-in' });
    await client.delete(SESSION, { 'x-request-id': 'the-way-out' });
    const by = { actor: `admin:${EMAIL}`, address: '127.0.0.1' };
    const details = { method: 'password', role: 'admin' };
    expect((await app.auditLog()).slice(0, 2)).toMatchObject([
      { ...by, action: 'sign_out.succeeded', request_id: 'the-way-out' },
      { ...by, action: 'sign_in.succeeded', request_id: 'the-way-in', details },
    ]);
  });

  it('contains failed sign-ins to accounts of the enterprise', async () => {
    await stage.newBrowser().signIn(EMAIL, WRONG, { 'x-request-id': 'a-try' });
    const details = { method: 'password', email: EMAIL };
    const failure = { actor: 'anonymous', request_id: 'a-try', details };
    await eventually(async () => expect(await app.newestEvent('sign_in.failed')).toMatchObject(failure));
  });
});

describe('Under the limits of a service', () => {
  const OTHER = 'other@acme.example';
  const AT_ONCE = 5;
  const limited = new PortalStage(LIMITED);
  let addresses = 0;
  const nextAddress = () => `203.0.113.${++addresses}`;
  const signIn = (email: string, password: string, from = nextAddress(), on = limited.newBrowser()) =>
    on.signIn(email, password, { 'x-forwarded-for': from });

  beforeAll(() => addAdministrator(limited.app, { email: OTHER }));

  async function tries(times: number, emailOf: (at: number) => string, address?: string, on = limited) {
    const statuses: number[] = [];
    for (let at = 0; at < times; at += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, times - at) }, (_, more) => emailOf(at + more));
      const responses = some.map((email) => signIn(email, WRONG, address, on.newBrowser()));
      statuses.push(...(await Promise.all(responses)).map(({ status }) => status));
    }
    return { failed: countOf(statuses, 401), limited: countOf(statuses, 429) };
  }

  const countOf = (statuses: readonly number[], expected: number) =>
    statuses.filter((status) => status === expected).length;

  describe('Failing to sign in', () => {
    it('is possible and recorded ten times for an account, from any address', async () => {
      expect(await tries(13, () => EMAIL)).toEqual({ failed: 10, limited: 3 });
      const refused = await signIn(EMAIL, PASSWORD);
      problemOf(refused, 429, 'rate_limited');
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(800);
      expect(seconds).toBeLessThanOrEqual(900);
      await eventually(async () => {
        const failures = (await limited.app.auditLog()).filter(({ action }) => action === 'sign_in.failed');
        expect(failures).toHaveLength(10);
      });
    });

    it('has the same limit for an unknown account', async () => {
      expect(await tries(12, () => UNKNOWN)).toEqual({ failed: 10, limited: 2 });
    });

    it('is reset by a successful sign-in, for this account only', async () => {
      for (let round = 0; round < 2; round++) {
        expect(await tries(6, () => OTHER)).toMatchObject({ failed: 6 });
        await limited.signedIn(OTHER);
      }
    });

    it('is possible twenty times from one address, for any accounts', async () => {
      const responses = await tries(23, (at) => `unknown-${at}@acme.example`, '198.51.100.7');
      expect(responses).toEqual({ failed: 20, limited: 3 });
      const refused = await signIn(OTHER, PASSWORD, '198.51.100.7');
      problemOf(refused, 429, 'rate_limited');
      bodyOf(await signIn(OTHER, PASSWORD, '198.51.100.8'));
    });
  });

  describe('A browser in which the administrator has signed in before', () => {
    const KNOWN = 'known@acme.example';
    const NEIGHBOUR = 'neighbour@acme.example';
    const THEIRS = '198.51.100.20';
    let browser: PortalClient;

    const statusFrom = async (email: string, password: string, there = browser) =>
      (await signIn(email, password, THEIRS, there)).status;
    const deviceCookies = () =>
      browser.cookieHeader.split('; ').filter((pair) => pair.startsWith('portal_browser_'));

    beforeAll(async () => {
      for (const email of [KNOWN, NEIGHBOUR]) await addAdministrator(limited.app, { email });
      browser = limited.newBrowser();
      expect(await statusFrom(KNOWN, PASSWORD)).toBe(200);
    });

    it('can sign in when attackers have exhausted the limits of account and address', async () => {
      expect(await tries(10, () => KNOWN)).toMatchObject({ failed: 10 });
      await tries(20, (at) => `crowd-${at}@acme.example`, THEIRS);
      expect(await statusFrom(KNOWN, PASSWORD, limited.newBrowser())).toBe(429);
      expect(await statusFrom(KNOWN, PASSWORD)).toBe(200);
    });

    it('is not a known browser of another user', async () => {
      expect(await tries(10, () => NEIGHBOUR)).toMatchObject({ failed: 10 });
      expect(await statusFrom(NEIGHBOUR, PASSWORD)).toBe(429);
      const [name = '', value = ''] = deviceCookies()[0]!.split(/=(.*)/);
      const [id, until, seal] = value.split('.');
      const altered = value.slice(0, -1) + (value.endsWith('A') ? 'B' : 'A');
      for (const cookie of [altered, `${id}.${Number(until) + 1}.${seal}`]) {
        const forger = limited.newBrowser();
        forger.setCookie(name, cookie);
        expect(await statusFrom(KNOWN, PASSWORD, forger)).toBe(429);
      }
    });

    it('can fail ten times', async () => {
      const statuses = [];
      for (let at = 0; at < 12; at++) statuses.push(await statusFrom(KNOWN, WRONG));
      expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 2]);
      expect(await statusFrom(KNOWN, PASSWORD)).toBe(429);
      expect(deviceCookies()).toHaveLength(1);
    });
  });

  describe('Signing in at the cost of production', () => {
    const costly = new PortalStage(LIMITED, undefined, { passwordCost: PRODUCTION_COST });

    it('is refused with 503 beyond a few concurrent requests, which do not count as failures', async () => {
      const email = 'crowd@acme.example';
      const address = '198.51.100.9';
      const attempts = Array.from({ length: 9 }, () => signIn(email, WRONG, address, costly.newBrowser()));
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      const rejected = countOf(statuses, 503);
      expect(rejected).toBeGreaterThan(0);
      expect(countOf(statuses, 401)).toBe(9 - rejected);
      const { failed } = await tries(10, () => email, address, costly);
      expect(failed).toBe(10 - (9 - rejected));
    });

    it('takes as long for an unknown account as for a wrong password', async () => {
      const [wrong, unknown]: [number[], number[]] = [[], []];
      for (let round = 0; round < 3; round++) {
        wrong.push((await signIn(EMAIL, WRONG, undefined, costly.newBrowser())).ms);
        unknown.push((await signIn(UNKNOWN, WRONG, undefined, costly.newBrowser())).ms);
      }
      // Without the hash, the response would take a hundredth of that time
      expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...wrong) / 2);
    });
  });
});
