import { PRODUCTION_RATES } from '../../src/modules/sign-in/sign-in-limits.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import {
  addAdministrator,
  addFillers,
  EMAIL,
  OTHER_ENTERPRISE_ID,
  PASSWORD,
  PEOPLE,
  PortalStage,
  signedIn,
} from '../kit/app/portal-app.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import {
  Authenticator,
  SIGN_IN_STEP,
  submitCode,
  turnOnSecondFactor,
  type SecondFactor,
} from '../kit/app/second-factor.js';
import { problemOf } from '../kit/http/api-client.js';
import type { HttpResponse } from '../kit/http/http.js';

const WRONG = 'wrong password, really';
const MAX_CODES = 10;

// RATE_LIMIT=off does not change the limits for sign-in
const stage = new PortalStage({ RATE_LIMIT: 'off' }, undefined, { rates: PRODUCTION_RATES });
const { app } = stage;
let people = 0;

const newEmail = (): string => `person-${++people}@acme.example`;
const from = (address: string) => ({ 'x-forwarded-for': address });

async function aPerson(): Promise<string> {
  const email = newEmail();
  await addAdministrator(app, { email });
  return email;
}

const statusesOf = (responses: readonly HttpResponse[]) =>
  responses.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

async function oneByOne<T>(
  many: readonly T[],
  send: (item: T) => Promise<HttpResponse>,
): Promise<HttpResponse[]> {
  const responses = [];
  for (const item of many) responses.push(await send(item));
  return responses;
}

async function knownBrowsers(email: string, count: number): Promise<PortalClient[]> {
  const browsers = Array.from({ length: count }, () => new PortalClient(app.url));
  for (const browser of browsers) bodyOf(await browser.signIn(email, PASSWORD));
  return browsers;
}

describe('With RATE_LIMIT=off', () => {
  it('all spellings of an address count as one account', async () => {
    const email = await aPerson();
    const spellings = [email, email.toUpperCase(), email.replace('p', '\uff50')];
    const tries = Array.from({ length: 12 }, (_, at) => at);
    const responses = await oneByOne(tries, (at) =>
      new PortalClient(app.url).signIn(spellings[at % 3]!, WRONG, from(`203.0.113.${at + 101}`)),
    );
    expect(statusesOf(responses)).toEqual({ 401: 10, 429: 2 });
  });

  it('links can be tried 20 times from one address in 15 minutes', async () => {
    const tokens = Array.from({ length: 22 }, (_, at) => `guess-${at}`);
    const responses = await oneByOne(tokens, (token) =>
      new PortalClient(app.url).post('/portal/api/link', { token }, from('198.51.100.99')),
    );
    expect(statusesOf(responses)).toEqual({ 400: 20, 429: 2 });
  });

  it('a session can make more than 60 changes a minute', async () => {
    const client = await signedIn(app, await aPerson());
    const names = Array.from({ length: 62 }, (_, at) => `Name ${at}`);
    const responses = await oneByOne(names, (name) => client.patch('/internal/v1/account', { name }));
    expect(statusesOf(responses)).toEqual({ 204: 62 });
  });
});

describe('Second-factor codes of one user', () => {
  async function withFactor(): Promise<SecondFactor & { email: string; browsers: PortalClient[] }> {
    const email = await aPerson();
    const browsers = await knownBrowsers(email, 4);
    return { email, browsers, ...(await turnOnSecondFactor(app, await signedIn(app, email))) };
  }

  async function tryCodes(
    email: string,
    clients: readonly PortalClient[],
    code: string,
    times: number,
  ): Promise<HttpResponse[]> {
    const responses: HttpResponse[] = [];
    for (const client of clients) {
      const { status } = await client.signIn(email, PASSWORD, from('198.51.100.7'));
      if (status !== 403) continue;
      responses.push(...(await oneByOne(Array.from({ length: times }), () => submitCode(client, code))));
    }
    return responses;
  }

  it('can be tried 10 times in total, however many known browsers exist', async () => {
    const { email, browsers, authenticator } = await withFactor();
    const responses = await tryCodes(email, browsers, authenticator.wrongCode(), 5);
    expect(statusesOf(responses)[403]).toBe(MAX_CODES);
    const [browser] = browsers;
    problemOf(await submitCode(browser!, authenticator.code()), 429, 'rate_limited');
  });

  it('count on every instance, and a restart does not reset them', async () => {
    const { email, authenticator } = await withFactor();
    await using second = await app.secondInstance();
    const here = new PortalClient(app.url);
    await here.signIn(email, PASSWORD, from('198.51.100.8'));
    const wrong = authenticator.wrongCode();
    const some = await oneByOne(Array.from({ length: 6 }), () => submitCode(here, wrong));
    const more = await oneByOne(Array.from({ length: 6 }), () => submitCode(here.withUrl(second.url), wrong));
    expect(statusesOf([...some, ...more])).toEqual({ 403: MAX_CODES, 429: 2 });
  });

  it('begin a new window after 15 minutes, and after a right one', async () => {
    const { email, authenticator } = await withFactor();
    const client = new PortalClient(app.url);
    await client.signIn(email, PASSWORD, from('198.51.100.9'));
    await oneByOne(Array.from({ length: 9 }), () => submitCode(client, authenticator.wrongCode()));
    bodyOf(await submitCode(client, authenticator.code()));
    const [tried] = await app.dataSource.query<{ code_tries: string }[]>(
      'SELECT code_tries FROM administrators WHERE email = ?',
      [email],
    );
    expect(Number(tried!.code_tries)).toBe(0);
    await app.dataSource.query(
      'UPDATE administrators SET code_tries = 10, code_tries_until = ? WHERE email = ?',
      [Date.now() - 1, email],
    );
    const again = new PortalClient(app.url);
    await again.signIn(email, PASSWORD, from('198.51.100.10'));
    problemOf(await submitCode(again, authenticator.wrongCode()), 403, 'wrong_code');
  });

  it('cannot be used up by a caller without the password', async () => {
    const { email, authenticator } = await withFactor();
    const stranger = new PortalClient(app.url);
    await stranger.signIn(email, WRONG, from('198.51.100.11'));
    await oneByOne(Array.from({ length: 12 }), () => submitCode(stranger, authenticator.wrongCode()));
    const client = new PortalClient(app.url);
    await client.signIn(email, PASSWORD, from('198.51.100.12'));
    bodyOf(await submitCode(client, authenticator.code()));
  });

  it('of a secret that was copied to another user are refused', async () => {
    const [{ email: owner, authenticator }, thief] = [await withFactor(), await aPerson()];
    await app.dataSource.query(
      `UPDATE administrators SET totp_secret = (SELECT secret FROM (SELECT totp_secret AS secret FROM administrators WHERE email = ?) AS own)
        WHERE email = ?`,
      [owner, thief],
    );
    const client = new PortalClient(app.url);
    problemOf(await client.signIn(thief, PASSWORD, from('198.51.100.13')), 403, 'second_factor_needed');
    problemOf(await submitCode(client, authenticator.code()), 403, 'wrong_code');
  });
});

describe('While others use up the sign-ins of an account', () => {
  async function aLockedUser() {
    const user = await stage.newEnterprise();
    for (let at = 0; at < 10; at++)
      await new PortalClient(app.url).signIn(user.email, WRONG, from('198.51.100.30'));
    const refused = await new PortalClient(app.url).signIn(user.email, PASSWORD, from('198.51.100.31'));
    problemOf(refused, 429, 'rate_limited');
    return user;
  }

  it('a known browser can confirm a required second factor', async () => {
    const { email, client } = await aLockedUser();
    bodyOf(await client.patch('/internal/v1/settings', { second_factor_required: true }));
    problemOf(await client.signIn(email, PASSWORD), 403, 'second_factor_missing');
    const { secret } = bodyOf(await client.post(`${SIGN_IN_STEP}/set-up`, {}));
    const code = new Authenticator(String(secret)).code();
    bodyOf(await client.post(`${SIGN_IN_STEP}/confirmation`, { code }));
  });

  it('a session can turn on a second factor and change the password, with 10 wrong passwords of its own', async () => {
    const { client } = await aLockedUser();
    await turnOnSecondFactor(app, client);
    const change = (present_password: string) =>
      client.post('/internal/v1/account/password', {
        present_password,
        new_password: 'another correct horse',
      });
    const tries = Array.from({ length: 11 }, () => WRONG);
    expect(statusesOf(await oneByOne(tries, change))).toEqual({ 403: 10, 429: 1 });
  });
});

it('A known browser is unknown again after the password has changed', async () => {
  const email = await aPerson();
  const [browser] = await knownBrowsers(email, 1);
  const newPassword = 'another correct horse';
  const client = await signedIn(app, email);
  const change = { present_password: PASSWORD, new_password: newPassword };
  expect((await client.post('/internal/v1/account/password', change)).status).toBe(204);
  // Unknown browsers share the attempts of the account. A known browser has its own.
  await oneByOne(Array.from({ length: 10 }), () =>
    new PortalClient(app.url).signIn(email, WRONG, from('198.51.100.20')),
  );
  problemOf(await browser!.signIn(email, newPassword, from('198.51.100.21')), 429, 'rate_limited');
});

describe('An administrator', () => {
  it('cannot make a password link for their own account', async () => {
    const email = await aPerson();
    const otherEmail = await aPerson();
    const client = await signedIn(app, email);
    problemOf(await client.post(`${PEOPLE}/${await stage.idOf(email, client)}/link`, {}), 409, 'own_link');
    bodyOf(await client.post(`${PEOPLE}/${await stage.idOf(otherEmail, client)}/link`, {}));
  });

  it.each(['a\u200b@evil.example', '\u2066a@evil.example', '\u202ea@evil.example', 'a\u2028@evil.example'])(
    'cannot invite the address %j, which has invisible characters',
    async (email) => {
      const client = await signedIn(app, EMAIL);
      problemOf(await client.post(PEOPLE, { email, name: 'X', role: 'admin' }), 400, 'invalid_parameter');
    },
  );

  it('cannot take an address twice by writing it in another form', async () => {
    const client = await signedIn(app, EMAIL);
    const invite = (email: string) => client.post(PEOPLE, { email, name: 'X', role: 'viewer' });
    bodyOf(await invite('ines.second@acme.example'), 201);
    for (const email of ['\uff49nes.SECOND@acme.example', ` ${EMAIL.toUpperCase()}`])
      problemOf(await invite(email), 409, 'person_exists');
  });

  it('can take the address of an invitation that has expired, in any enterprise', async () => {
    const email = newEmail();
    const ops = newEmail();
    await addAdministrator(app, { email: ops, enterpriseId: OTHER_ENTERPRISE_ID });
    const otherClient = await signedIn(app, ops);
    const client = await signedIn(app, EMAIL);
    const invitation = { email, name: 'Invited', role: 'viewer' };
    bodyOf(await otherClient.post(PEOPLE, invitation), 201);
    problemOf(await client.post(PEOPLE, invitation), 409, 'person_exists');
    await app.dataSource.query('UPDATE administrators SET link_expires_at = 1 WHERE email = ?', [email]);
    bodyOf(await client.post(PEOPLE, invitation), 201);
    const events = await app.admin(OTHER_ENTERPRISE_ID).list('/internal/v1/audit-events');
    expect(events[0]).toMatchObject({
      action: 'administrator.removed',
      actor: 'service',
      details: { email },
    });
    expect(await app.isAuditLogIntact(OTHER_ENTERPRISE_ID)).toBe(true);
  });

  it('cannot have more than 200 users or 1,000 keys in an enterprise', async () => {
    await addFillers(app, OTHER_ENTERPRISE_ID, 200);
    const admin = app.admin(OTHER_ENTERPRISE_ID);
    const person = { email: newEmail(), name: 'One too many', role: 'viewer' };
    problemOf(await admin.post(PEOPLE, person), 409, 'limit_reached');
    await app.dataSource.query(`INSERT INTO api_keys
      (enterprise_key, id, application, scopes, key_hash, key_hint, created_at, updated_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
      SELECT 2, CONCAT('filler-', n), CONCAT('Filler ', n), 'device:GetList', CONCAT('hash-', n), 'x', 0, 0 FROM numbers`);
    const key = { application: 'One too many', scopes: ['device:GetList'] };
    problemOf(await admin.post('/internal/v1/api-keys', key), 409, 'limit_reached');
    expect((await app.createKey(ENTERPRISE_ID)).id).toBeDefined();
  });
});

describe('With a rate limit', () => {
  const { app: limited } = new PortalStage({ RATE_LIMIT: '1000/100s' });

  it('a session can make 60 changes in a minute, and the admin token more', async () => {
    const client = await signedIn(limited);
    const names = Array.from({ length: 62 }, (_, at) => `Name ${at}`);
    const responses = await oneByOne(names, (name) => client.patch('/internal/v1/account', { name }));
    expect(statusesOf(responses)).toEqual({ 204: 60, 429: 2 });
    expect(Number(responses.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await client.get('/internal/v1/account')).status).toBe(200);
    for (let at = 0; at < 62; at++) await limited.createKey(ENTERPRISE_ID);
  });
});
