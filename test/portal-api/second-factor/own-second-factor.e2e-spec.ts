import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import { PASSWORD, signedIn, startPortal, trailOf } from '../../kit/app/portal-app.js';
import { Authenticator, enter, FACTOR, letTimePass, turnOn } from '../../kit/app/second-factor.js';
import { isSignedIn, newest, somebody } from '../somebody.js';

const ACCOUNT = '/internal/v1/account';

let app: TestApp;

beforeAll(async () => {
  app = await startPortal();
});
afterAll(() => app.close());

async function aPerson(): Promise<{ email: string; client: PortalClient }> {
  const email = await somebody(app);
  return { email, client: await signedIn(app, email) };
}

describe('Turning it on', () => {
  it('takes the password, shows the secret, and takes a code before anything counts', async () => {
    const { email, client } = await aPerson();
    problemOf(await client.post(FACTOR, { proof: 'not the password' }), 403, 'wrong_password');
    problemOf(await client.post(FACTOR, { proof: '123456' }), 403, 'wrong_code');
    const { secret, uri } = bodyOf(await client.post(FACTOR, { proof: PASSWORD }));
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(String(uri)).searchParams.get('secret')).toBe(secret);
    expect(String(uri)).toContain(encodeURIComponent(email));
    const authenticator = new Authenticator(String(secret));
    const confirm = (code: string) => client.post(`${FACTOR}/confirmation`, { code });
    problemOf(await confirm(authenticator.wrongCode()), 403, 'wrong_code');
    await signedIn(app, email); // the password alone still does
    const other = await signedIn(app, email);
    const { recovery_codes: codes } = bodyOf(
      await confirm(` ${authenticator.code().replace(/^.../, '$& ')} `),
    );
    expect(new Set(codes as string[]).size).toBe(10);
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false]);
    expect(bodyOf(await client.get(ACCOUNT))).toMatchObject({
      second_factor: true,
      second_factor_required: false,
      recovery_codes_left: 10,
    });
    expect(await newest(app, 'administrator.second_factor_on')).toMatchObject({ actor: `admin:${email}` });
    problemOf(await confirm(authenticator.code(1)), 403, 'wrong_code'); // nothing is being set up any more
  });

  it('keeps neither secret nor codes as they are', async () => {
    const { client } = await aPerson();
    const { authenticator, recoveryCodes } = await turnOn(app, client);
    const kept = JSON.stringify(await app.dataSource.query('SELECT * FROM administrators'));
    const trail = JSON.stringify(await trailOf(app));
    const bare = recoveryCodes.map((code) => code.replace('-', ''));
    for (const secret of [authenticator.typed, ...recoveryCodes, ...bare])
      expect(kept + trail).not.toContain(secret);
  });

  it('in place of one that there is takes a code as well, and ends the one before once it is confirmed', async () => {
    const { email, client } = await aPerson();
    const before = await turnOn(app, client);
    const { secret } = bodyOf(await client.post(FACTOR, { proof: before.authenticator.code() }));
    const next = new Authenticator(String(secret));
    problemOf(await client.post(FACTOR, { proof: before.authenticator.code() }), 403, 'wrong_code'); // used
    bodyOf(await client.post(`${FACTOR}/confirmation`, { code: next.code() }));
    await letTimePass(app);
    const there = new PortalClient(app.url);
    problemOf(await there.signIn(email, PASSWORD), 403, 'second_factor_needed');
    problemOf(await enter(there, before.authenticator.code(1)), 403, 'wrong_code');
    problemOf(await enter(there, before.recoveryCodes[0]!), 403, 'wrong_code');
    expect((await enter(there, next.code())).status).toBe(200);
  });

  it('is done by one of two who confirm at once', async () => {
    const { client } = await aPerson();
    const { secret } = bodyOf(await client.post(FACTOR, { proof: PASSWORD }));
    const code = new Authenticator(String(secret)).code();
    const answers = await Promise.all([1, 2, 3].map(() => client.post(`${FACTOR}/confirmation`, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });
});

describe('Turning it off', () => {
  it.each([
    ['the password', () => PASSWORD],
    ['a code', (authenticator: Authenticator) => authenticator.code()],
  ])('takes %s, and ends the other sessions', async (_what, proof) => {
    const { email, client } = await aPerson();
    const { authenticator } = await turnOn(app, client);
    const other = new PortalClient(app.url);
    await other.signIn(email, PASSWORD);
    expect((await enter(other, authenticator.code(1))).status).toBe(200);
    await letTimePass(app);
    problemOf(await client.post(`${FACTOR}/off`, { proof: authenticator.wrongCode() }), 403, 'wrong_code');
    expect((await client.post(`${FACTOR}/off`, { proof: proof(authenticator) })).status).toBe(204);
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false]);
    await signedIn(app, email);
    expect(await newest(app, 'administrator.second_factor_off')).toMatchObject({ actor: `admin:${email}` });
    problemOf(await client.post(`${FACTOR}/off`, { proof: PASSWORD }), 403, 'second_factor_missing');
  });
});

describe('Other recovery codes', () => {
  it('take a proof, and end those before', async () => {
    const { email, client } = await aPerson();
    const { recoveryCodes } = await turnOn(app, client);
    const renew = (proof: string) => client.post(`${FACTOR}/recovery-codes`, { proof });
    problemOf(await renew('not the password'), 403, 'wrong_password');
    const { recovery_codes: codes } = bodyOf(await renew(PASSWORD));
    expect(await newest(app, 'administrator.recovery_codes_made')).toMatchObject({ actor: `admin:${email}` });
    const there = new PortalClient(app.url);
    await there.signIn(email, PASSWORD);
    problemOf(await enter(there, recoveryCodes[0]!), 403, 'wrong_code');
    expect((await enter(there, (codes as string[])[0]!)).status).toBe(200);
  });

  it('are for who has a second factor', async () => {
    const { client } = await aPerson();
    const answer = await client.post(`${FACTOR}/recovery-codes`, { proof: PASSWORD });
    problemOf(answer, 403, 'second_factor_missing');
  });
});

it('The routes take texts alone', async () => {
  const { client } = await aPerson();
  for (const path of ['', '/confirmation', '/recovery-codes', '/off'])
    problemOf(await client.post(FACTOR + path, { proof: 7, code: ['x'] }), 400, 'invalid_parameter');
});
