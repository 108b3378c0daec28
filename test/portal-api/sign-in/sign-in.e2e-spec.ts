import { problemOf } from '../../kit/http/api-client.js';
import { ENTERPRISE_ID } from '../../kit/app/builders.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import { COOKIE, EMAIL, PASSWORD, signedIn, startPortal, trailOf } from '../../kit/app/portal-app.js';
import { eventually } from '../../kit/process/patience.js';
import { newest } from '../somebody.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/;

let app: TestApp;

beforeAll(async () => {
  app = await startPortal();
});
afterAll(() => app.close());

const storedSessions = (): Promise<unknown[]> => app.dataSource.query('SELECT * FROM portal_sessions');

describe('Signing in with a password', () => {
  it('says who is signed in and for which enterprise', async () => {
    const session = bodyOf(await new PortalClient(app.url).signIn(EMAIL, PASSWORD));
    expect(session).toEqual({
      email: EMAIL,
      name: 'Ines Krüger',
      role: 'admin',
      enterprise_id: ENTERPRISE_ID,
      enterprise_name: 'Acme Logistics',
      time_zone: 'Europe/Berlin',
      base_url: app.config.publicUrl,
      expires_at: expect.stringMatching(TIMESTAMP) as string,
      ends_at: expect.stringMatching(TIMESTAMP) as string,
    });
    const minutes = (Date.parse(session.expires_at as string) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
  });

  it('takes the e-mail address in any case', async () => {
    await signedIn(app, 'Ines@ACME.example');
  });

  it('answers the same to an unknown account and a wrong password', async () => {
    const client = new PortalClient(app.url);
    const wrong = await client.signIn(EMAIL, 'wrong password, really');
    const unknown = await client.signIn('nobody@acme.example', PASSWORD);
    const [first, second] = [wrong, unknown].map((answer) => {
      const { request_id: _id, ...problem } = problemOf(answer, 401, 'sign_in_failed');
      const { 'x-request-id': _header, date: _date, ...headers } = answer.headers;
      return { problem, headers };
    });
    expect(first).toEqual(second);
    expect(first?.headers).not.toHaveProperty('set-cookie');
  });

  it('has the same written after its failure for an unknown account as for a wrong password', async () => {
    const failure = async (email: string): Promise<string[]> => {
      const statements: string[] = [];
      const { logger } = app.dataSource;
      // the embedded engine has numbers in the text
      const logQuery = (sql: string) => statements.push(sql.replace(/\b\d+\b/g, 'N'));
      app.dataSource.logger = { ...logger, logQuery };
      await new PortalClient(app.url).signIn(email, 'wrong password, really');
      await eventually(() => expect(statements.at(-1)).toMatch(/^COMMIT/));
      app.dataSource.logger = logger;
      return statements;
    };
    await failure(EMAIL); // the first one makes the end of the trail
    await failure('nobody@acme.example');
    const written = await failure('nobody-else@acme.example');
    expect(written).toContainEqual(expect.stringMatching(/^INSERT INTO .audit_events/));
    expect(written).toEqual(await failure(EMAIL));
  });

  it('keeps nothing of what was entered for an account that there is not', async () => {
    await new PortalClient(app.url).signIn('my-secret-password', PASSWORD);
    const kept: unknown = await app.dataSource.query('SELECT * FROM audit_events');
    expect(JSON.stringify(kept)).not.toContain('my-secret-password');
  });

  it.each([
    ['no password', { email: EMAIL }, 'password'],
    ['an e-mail address that is no text', { email: { like: '%' }, password: PASSWORD }, 'email'],
    ['an empty e-mail address', { email: '', password: PASSWORD }, 'email'],
    ['a member that is not known', { email: EMAIL, password: PASSWORD, remember: true }, 'remember'],
    ['a password beyond all measure', { email: EMAIL, password: 'x'.repeat(1001) }, 'password'],
  ])('refuses %s', async (_what, body, parameter) => {
    const answer = await new PortalClient(app.url).post('/portal/api/session', body);
    expect(problemOf(answer, 400, 'invalid_parameter').errors).toMatchObject([{ parameter }]);
  });

  it('stores neither passwords nor tokens as they are', async () => {
    const client = await signedIn(app);
    const token = client.cookie(COOKIE)!;
    const accounts: unknown = await app.dataSource.query('SELECT * FROM administrators');
    const stored = JSON.stringify([accounts, await storedSessions()]);
    expect(stored).toContain('$scrypt$ln=');
    expect(stored).not.toContain(PASSWORD);
    expect(stored).not.toContain(token);
  });
});

describe('A session', () => {
  it('is told again to whoever holds its cookie', async () => {
    const client = new PortalClient(app.url);
    const { expires_at: _first, ...told } = bodyOf(await client.signIn(EMAIL, PASSWORD));
    const { expires_at: _second, ...again } = bodyOf(await client.get('/portal/api/session'));
    expect(again).toEqual(told);
  });

  it.each([
    ['without a cookie', undefined],
    ['with a cookie that is no token', `${COOKIE}=x`],
    ['with a token that nobody was given', `${COOKIE}=${'A'.repeat(43)}`],
  ])('is nobody %s', async (_what, cookie) => {
    const answer = await new PortalClient(app.url).get('/portal/api/session', cookie ? { cookie } : {});
    problemOf(answer, 401, 'not_signed_in');
  });

  it('never begins under a token that the browser brought along', async () => {
    const client = new PortalClient(app.url);
    const planted = 'P'.repeat(43);
    client.setCookie(COOKIE, planted);
    await client.signIn(EMAIL, PASSWORD);
    expect(client.cookie(COOKIE)).not.toBe(planted);
    const answer = await new PortalClient(app.url).get('/portal/api/session', {
      cookie: `${COOKIE}=${planted}`,
    });
    problemOf(answer, 401, 'not_signed_in');
  });

  it('ends when its browser signs in again', async () => {
    const client = await signedIn(app);
    const before = client.cookieHeader;
    await client.signIn(EMAIL, PASSWORD);
    problemOf(await client.get('/portal/api/session', { cookie: before }), 401, 'not_signed_in');
    bodyOf(await client.get('/portal/api/session'));
  });

  it('stands beside those of other browsers', async () => {
    const [one, other] = [await signedIn(app), await signedIn(app)];
    expect(one.cookieHeader).not.toBe(other.cookieHeader);
    await other.delete('/portal/api/session');
    bodyOf(await one.get('/portal/api/session'));
  });
});

describe('Signing out', () => {
  it('ends the session and takes the cookie away', async () => {
    const client = await signedIn(app);
    const { cookieHeader } = client;
    const before = await storedSessions();
    const { status, body, headers } = await client.delete('/portal/api/session');
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^portal_session=; Path=\/; Expires=Thu, 01 Jan 1970 .*HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(await storedSessions()).toHaveLength(before.length - 1);
    problemOf(await client.get('/portal/api/session', { cookie: cookieHeader }), 401, 'not_signed_in');
  });

  it('is no error where nobody is signed in', async () => {
    const { status } = await new PortalClient(app.url).delete('/portal/api/session');
    expect(status).toBe(204);
  });
});

describe('The audit trail', () => {
  it('holds who signed in and out, from where and how', async () => {
    const client = new PortalClient(app.url);
    await client.signIn(EMAIL, PASSWORD, { 'x-request-id': 'the-way-in' });
    await client.delete('/portal/api/session', { 'x-request-id': 'the-way-out' });
    const by = { actor: `admin:${EMAIL}`, address: '127.0.0.1' };
    const details = { method: 'password', role: 'admin' };
    expect((await trailOf(app)).slice(0, 2)).toMatchObject([
      { ...by, action: 'sign_out.succeeded', request_id: 'the-way-out' },
      { ...by, action: 'sign_in.succeeded', request_id: 'the-way-in', details },
    ]);
  });

  it('holds failures as an account of the enterprise', async () => {
    await new PortalClient(app.url).signIn(EMAIL, 'wrong password, really', { 'x-request-id': 'a-try' });
    const failure = {
      actor: 'anonymous',
      request_id: 'a-try',
      details: { method: 'password', email: EMAIL },
    };
    await eventually(async () => expect(await newest(app, 'sign_in.failed')).toMatchObject(failure));
  });

  it('never holds a password', async () => {
    expect(JSON.stringify(await trailOf(app))).not.toMatch(/wrong password|correct horse|scrypt/);
  });
});
