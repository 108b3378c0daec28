import { newRecoveryCodes } from '../../../src/modules/sign-in/second-factor/recovery-codes.js';
import { ENTERPRISE_ID } from '../../kit/app/builders.js';
import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import {
  COOKIE,
  OTHER_ENTERPRISE_ID,
  PASSWORD,
  signedIn,
  startPortal,
  startSecondInstance,
} from '../../kit/app/portal-app.js';
import { enter, letTimePass, STEP, turnOn, type SecondFactor } from '../../kit/app/second-factor.js';
import { eventually } from '../../kit/process/patience.js';
import { newest, somebody } from '../somebody.js';

const CHALLENGE = 'portal_second_step';

let app: TestApp;
const log: string[] = [];

beforeAll(async () => {
  app = await startPortal({ LOG_LEVEL: 'trace' }, { write: (line: string) => log.push(line) });
});
afterAll(() => app.close());

async function aPerson(
  on = app,
  enterpriseId = ENTERPRISE_ID,
): Promise<SecondFactor & { email: string; client: PortalClient }> {
  const email = await somebody(on, { enterpriseId });
  const client = await signedIn(on, email);
  return { email, client, ...(await turnOn(on, client)) };
}

/** Somebody whose password was right. */
async function halfway(email: string): Promise<PortalClient> {
  const client = new PortalClient(app.url);
  problemOf(await client.signIn(email, PASSWORD), 403, 'second_factor_needed');
  return client;
}

describe('Signing in with a second factor', () => {
  it('has no session before the code, and one after it', async () => {
    const { email, authenticator } = await aPerson();
    const client = await halfway(email);
    expect(client.cookie(COOKIE)).toBeUndefined();
    problemOf(await client.get('/portal/api/session'), 401, 'not_signed_in');
    problemOf(await enter(client, authenticator.wrongCode()), 403, 'wrong_code');
    expect(client.cookie(COOKIE)).toBeUndefined();
    expect(bodyOf(await enter(client, authenticator.code()))).toMatchObject({ email, role: 'admin' });
    expect((await client.get('/internal/v1/account')).status).toBe(200);
    expect(client.cookie(CHALLENGE)).toBeUndefined();
    const details = { method: 'second_factor', email };
    await eventually(async () => expect(await newest(app, 'sign_in.failed')).toMatchObject({ details }));
  });

  it('says nothing of it to who has not the password', async () => {
    const { email } = await aPerson();
    const client = new PortalClient(app.url);
    problemOf(await client.signIn(email, 'not the password'), 401, 'sign_in_failed');
    expect(client.cookie(CHALLENGE)).toBeUndefined();
  });

  it('takes a code once, whoever comes with it, on whichever instance', async () => {
    const { email, authenticator } = await aPerson();
    const second = await startSecondInstance(app);
    try {
      const here = await Promise.all([1, 2, 3].map(() => halfway(email)));
      const there = here.map(({ cookieHeader }) => {
        const client = new PortalClient(second.url);
        for (const pair of cookieHeader.split('; '))
          client.setCookie(...(pair.split('=') as [string, string]));
        return client;
      });
      const code = authenticator.code();
      const answers = await Promise.all([...here, ...there].map((client) => enter(client, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403]);
      problemOf(await enter(await halfway(email), code), 403, 'wrong_code');
    } finally {
      await second.close();
    }
  });

  it('takes no code of an earlier step than the last', async () => {
    const { email, authenticator } = await aPerson();
    expect((await enter(await halfway(email), authenticator.code(1))).status).toBe(200);
    problemOf(await enter(await halfway(email), authenticator.code()), 403, 'wrong_code');
    await letTimePass(app);
    expect((await enter(await halfway(email), authenticator.code())).status).toBe(200);
  });

  it('takes no code of two steps away', async () => {
    const { email, authenticator } = await aPerson();
    const client = await halfway(email);
    for (const later of [-3, 3]) problemOf(await enter(client, authenticator.code(later)), 403, 'wrong_code');
  });

  it('takes nothing that is no code', async () => {
    const client = await halfway((await aPerson()).email);
    for (const code of ['1234567', '', 'abcdef', '١٢٣٤٥٦'])
      problemOf(await enter(client, code), 403, 'wrong_code');
  });
});

describe('The cookie between the steps', () => {
  it('is for these routes alone, for ten minutes, and opens nothing else', async () => {
    const { email } = await aPerson();
    const client = new PortalClient(app.url);
    const { headers } = await client.signIn(email, PASSWORD);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^portal_second_step=[\w.-]+; Max-Age=600; Path=\/portal\/api\/session; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    problemOf(await client.get('/internal/v1/account'), 401, 'not_signed_in');
    const asSession = new PortalClient(app.url);
    asSession.setCookie(COOKIE, client.cookie(CHALLENGE)!);
    problemOf(await asSession.get('/internal/v1/account'), 401, 'not_signed_in');
  });

  it('does nothing altered, for somebody else, later, without it, or for another site', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const client = await halfway(one.email);
    const [email, until, seal] = client.cookie(CHALLENGE)!.split('.') as [string, string, string];
    const theirs = (await halfway(other.email)).cookie(CHALLENGE)!.split('.');
    const code = one.authenticator.code();
    for (const cookie of [
      `${email}.${Number(until) + 1}.${seal}`,
      `${email}.${until}.${theirs[2]}`,
      `${theirs[0]}.${until}.${seal}`,
      `${email}.${until}`,
      '',
    ]) {
      const forger = new PortalClient(app.url);
      forger.setCookie(CHALLENGE, cookie);
      problemOf(await enter(forger, code), 403, 'sign_in_expired');
    }
    problemOf(await enter(new PortalClient(app.url), code), 403, 'sign_in_expired');
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    problemOf(await client.post(STEP, { code }, elsewhere), 403, 'cross_site_request');
    const now = jest.spyOn(Date, 'now').mockReturnValue(Number(until));
    problemOf(await enter(client, code), 403, 'sign_in_expired');
    now.mockRestore();
    expect((await enter(client, code)).status).toBe(200);
  });

  it('is dead once the password has changed, or the person was removed', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const [first, second] = [await halfway(one.email), await halfway(other.email)];
    const change = { present_password: PASSWORD, new_password: 'another horse battery' };
    expect((await one.client.post('/internal/v1/account/password', change)).status).toBe(204);
    problemOf(await enter(first, one.authenticator.code()), 403, 'sign_in_expired');
    await app.dataSource.query('DELETE FROM administrators WHERE email = ?', [other.email]);
    problemOf(await enter(second, other.authenticator.code()), 403, 'sign_in_expired');
  });

  it('does not let the password alone set up another second factor', async () => {
    const { email } = await aPerson();
    const client = await halfway(email);
    const setUp = await client.send({ method: 'POST', path: `${STEP}/set-up` });
    problemOf(setUp, 403, 'sign_in_expired');
    problemOf(await client.post(`${STEP}/confirmation`, { code: '123456' }), 403, 'sign_in_expired');
  });
});

describe('A recovery code', () => {
  it('signs in once, of any number at once, and the trail tells how many are left', async () => {
    const { email, recoveryCodes } = await aPerson();
    const [code = '', other = ''] = recoveryCodes;
    const clients = await Promise.all([1, 2, 3].map(() => halfway(email)));
    const answers = await Promise.all(clients.map((client) => enter(client, ` ${code.toUpperCase()}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(await newest(app, 'administrator.recovery_code_used')).toMatchObject({
      actor: `admin:${email}`,
      details: { recovery_codes_left: 9 },
    });
    problemOf(await enter(await halfway(email), code), 403, 'wrong_code');
    expect((await enter(await halfway(email), other.replace('-', ''))).status).toBe(200);
  });

  it.each([
    ['nobody else’s', ENTERPRISE_ID],
    ['nobody’s of another enterprise', OTHER_ENTERPRISE_ID],
  ])('is %s', async (_whose, enterpriseId) => {
    const [one, other] = [await aPerson(), await aPerson(app, enterpriseId)];
    problemOf(await enter(await halfway(one.email), other.recoveryCodes[0]!), 403, 'wrong_code');
    expect((await enter(await halfway(other.email), other.recoveryCodes[0]!)).status).toBe(200);
  });

  it('is not guessed by a thousand tries, which leave the trail of the enterprise whole', async () => {
    const { email, recoveryCodes } = await aPerson();
    const client = await halfway(email);
    const guesses = Array.from({ length: 100 }, newRecoveryCodes).flat();
    for (let at = 0; at < guesses.length; at += 10) {
      const answers = await Promise.all(guesses.slice(at, at + 10).map((guess) => enter(client, guess)));
      for (const { status } of answers) expect([403, 503]).toContain(status); // 503 where it is too many at once
    }
    expect((await enter(client, recoveryCodes[9]!)).status).toBe(200);
  });
});

it('No code and no secret is in the log', async () => {
  const { email, authenticator, recoveryCodes } = await aPerson();
  const [code, wrong] = [authenticator.code(), authenticator.wrongCode()];
  const client = await halfway(email);
  const challenge = client.cookie(CHALLENGE)!;
  await enter(client, wrong);
  await enter(client, `${recoveryCodes[1]}x`);
  await enter(client, code);
  await enter(await halfway(email), recoveryCodes[0]!);
  expect(log.length).toBeGreaterThan(10);
  const said = log.map((line) => line.replace(/"(time|duration_ms|bytes|pid)":[\d.]+/g, '')).join('');
  for (const secret of [code, wrong, authenticator.typed, challenge, ...recoveryCodes])
    expect(said).not.toContain(`"${secret}`);
  for (const secret of [authenticator.typed, challenge, ...recoveryCodes]) expect(said).not.toContain(secret);
});

describe('Tries', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startPortal({ RATE_LIMIT: '1000/100s' });
  });
  afterAll(() => limited.close());

  const WRONG = 'wrong password, really';
  let last = 0;
  const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++last}` });

  it('of codes and of passwords count together, and a right password forgets none of them', async () => {
    const { email, authenticator } = await aPerson(limited);
    const statuses: number[] = [];
    const client = new PortalClient(limited.url);
    for (let at = 0; at < 6; at++) {
      problemOf(await client.signIn(email, PASSWORD, elsewhere()), 403, 'second_factor_needed');
      const wrong = { code: authenticator.wrongCode() };
      statuses.push((await client.post(STEP, wrong, elsewhere())).status);
    }
    for (let at = 0; at < 4; at++)
      statuses.push((await new PortalClient(limited.url).signIn(email, WRONG, elsewhere())).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 401, 401, 401, 401]);
    const right = { code: authenticator.code() };
    problemOf(await client.post(STEP, right, elsewhere()), 429, 'rate_limited');
    problemOf(await new PortalClient(limited.url).signIn(email, PASSWORD, elsewhere()), 429, 'rate_limited');
  });

  it('in the account count with them', async () => {
    const { client, authenticator } = await aPerson(limited);
    const tryWrong = (proof: string) =>
      client.post('/internal/v1/account/second-factor/off', { proof }, elsewhere());
    for (let at = 0; at < 5; at++) {
      problemOf(await tryWrong(authenticator.wrongCode()), 403, 'wrong_code');
      problemOf(await tryWrong(WRONG), 403, 'wrong_password');
    }
    problemOf(await tryWrong(authenticator.code()), 429, 'rate_limited');
  });

  it('are forgotten for who signs in at last', async () => {
    const { email, authenticator } = await aPerson(limited);
    for (let round = 0; round < 2; round++) {
      const client = new PortalClient(limited.url);
      await client.signIn(email, PASSWORD, elsewhere());
      const wrong = { code: authenticator.wrongCode() };
      for (let at = 0; at < 7; at++)
        problemOf(await client.post(STEP, wrong, elsewhere()), 403, 'wrong_code');
      const right = { code: authenticator.code(round) };
      expect((await client.post(STEP, right, elsewhere())).status).toBe(200);
    }
  });
});
