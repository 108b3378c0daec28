import { problemOf } from '../../kit/http/api-client.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import { COOKIE, PASSWORD, signedIn, startPortal, trailOf } from '../../kit/app/portal-app.js';
import { isSignedIn, newest, somebody } from '../somebody.js';

const ACCOUNT = '/internal/v1/account';
const OTHER_PASSWORD = 'another horse battery';

let app: TestApp;

beforeAll(async () => {
  app = await startPortal();
});
afterAll(() => app.close());

const change = (client: PortalClient, present: string, wanted: string) =>
  client.post(`${ACCOUNT}/password`, { present_password: present, new_password: wanted });

it('The account is that of whoever is signed in, of either role', async () => {
  const email = await somebody(app);
  const client = await signedIn(app, email);
  expect(bodyOf(await client.get(ACCOUNT))).toEqual({
    email,
    name: 'Ines Krüger',
    role: 'viewer',
    has_password: true,
    second_factor: false,
    second_factor_required: false,
    recovery_codes_left: 0,
  });
});

describe('One’s own name', () => {
  it('is changed in all sessions, and in the audit trail', async () => {
    const email = await somebody(app);
    const [client, other] = [await signedIn(app, email), await signedIn(app, email)];
    expect((await client.patch(ACCOUNT, { name: '  Olga Brandt ' })).status).toBe(204);
    expect(bodyOf(await client.get(ACCOUNT))).toMatchObject({ name: 'Olga Brandt' });
    expect(bodyOf(await other.get('/portal/api/session'))).toMatchObject({ name: 'Olga Brandt' });
    expect((await trailOf(app))[0]).toMatchObject({
      actor: `admin:${email}`,
      action: 'administrator.renamed',
      details: { name: 'Olga Brandt', previous_name: 'Ines Krüger' },
    });
  });

  it.each([[''], ['  '], ['a\u200bb'], ['x'.repeat(501)], [7]])('cannot be %j', async (name) => {
    const client = await signedIn(app, await somebody(app));
    const answer = await client.patch(ACCOUNT, { name });
    expect(problemOf(answer, 400, 'invalid_parameter').errors).toMatchObject([{ parameter: 'name' }]);
  });
});

describe('One’s own password', () => {
  it('is changed by who knows the present one, and ends the other sessions', async () => {
    const email = await somebody(app);
    const [client, other] = [await signedIn(app, email), await signedIn(app, email)];
    expect((await change(client, PASSWORD, OTHER_PASSWORD)).status).toBe(204);
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false]);
    problemOf(await new PortalClient(app.url).signIn(email, PASSWORD), 401, 'sign_in_failed');
    await signedIn(app, email, OTHER_PASSWORD);
    expect(await newest(app, 'administrator.password_set')).toMatchObject({ actor: `admin:${email}` });
  });

  it('stays where the present one is wrong, which the trail tells', async () => {
    const email = await somebody(app);
    const client = await signedIn(app, email);
    problemOf(await change(client, 'not the present one', OTHER_PASSWORD), 403, 'wrong_password');
    await signedIn(app, email);
    expect(await newest(app, 'call.refused')).toMatchObject({
      actor: `admin:${email}`,
      details: { code: 'wrong_password' },
    });
  });

  it.each([['short'], ['🐎'.repeat(11)], ['x'.repeat(1001)]])('cannot be %s', async (wanted) => {
    const client = await signedIn(app, await somebody(app));
    const answer = await change(client, PASSWORD, wanted);
    expect(problemOf(answer, 400, 'invalid_parameter').errors).toMatchObject([{ parameter: 'new_password' }]);
  });

  it('can be changed by one of two who change it at once', async () => {
    const email = await somebody(app);
    const [client, other] = [await signedIn(app, email), await signedIn(app, email)];
    const answers = await Promise.all([
      change(client, PASSWORD, 'the first of two passwords'),
      change(other, PASSWORD, 'the second of two passwords'),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
  });
});

describe('One’s own sessions', () => {
  it('are those that last, with where they began, and nothing that opens one', async () => {
    const email = await somebody(app);
    const client = await signedIn(app, email);
    await signedIn(app, email);
    const ended = await signedIn(app, email);
    await ended.delete('/portal/api/session');
    const { status, body } = await client.get(`${ACCOUNT}/sessions`);
    expect(status).toBe(200);
    const sessions = JSON.parse(body) as { is_this: boolean; address: string }[];
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ is_this: isThis }) => isThis)).toHaveLength(1);
    expect(sessions.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(Object.keys(sessions[0]!).sort()).toEqual(['address', 'began_at', 'is_this', 'last_used_at']);
    expect(body).not.toContain(client.cookie(COOKIE));
  });

  it('end everywhere, and nobody else’s', async () => {
    const email = await somebody(app);
    const [client, other] = [await signedIn(app, email), await signedIn(app, email)];
    const stranger = await signedIn(app, await somebody(app));
    const { cookieHeader } = client;
    const { status, headers } = await client.delete(`${ACCOUNT}/sessions`);
    expect(status).toBe(204);
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^portal_session=; .*1970/)]);
    const kept = await new PortalClient(app.url).get('/portal/api/session', { cookie: cookieHeader });
    problemOf(kept, 401, 'not_signed_in');
    expect([await isSignedIn(other), await isSignedIn(stranger)]).toEqual([false, true]);
    expect((await trailOf(app))[0]).toMatchObject({ actor: `admin:${email}`, action: 'sign_out.everywhere' });
  });
});
