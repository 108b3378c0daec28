import { problemOf } from '../../kit/http/api-client.js';
import { ENTERPRISE_ID } from '../../kit/app/builders.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import {
  addAdministrator,
  COOKIE,
  PASSWORD,
  signedIn,
  startPortal,
  trailOf,
} from '../../kit/app/portal-app.js';

const ACCOUNT = '/internal/v1/account';
const OTHER_PASSWORD = 'another horse battery';

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startPortal();
});
afterAll(() => app.close());

async function aPerson(role: 'admin' | 'viewer' = 'viewer'): Promise<string> {
  const email = `person-${++people}@acme.example`;
  await addAdministrator(app, { email, role });
  return email;
}

const change = (client: PortalClient, present: string, wanted: string) =>
  client.post(`${ACCOUNT}/password`, { present_password: present, new_password: wanted });

const isSignedIn = async (client: PortalClient) => (await client.get('/portal/api/session')).status === 200;

describe('The account', () => {
  it('is that of whoever is signed in, of either role', async () => {
    const email = await aPerson();
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

  it.each([
    ['GET', ACCOUNT],
    ['GET', `${ACCOUNT}/sessions`],
    ['DELETE', `${ACCOUNT}/sessions`],
  ])('is closed to an admin token: %s %s', async (method, path) => {
    problemOf(await app.admin(ENTERPRISE_ID).send({ method, path }), 401, 'not_signed_in');
  });

  it('changes nothing for another site', async () => {
    const client = await signedIn(app, await aPerson());
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    const asked = { present_password: PASSWORD, new_password: OTHER_PASSWORD };
    problemOf(await client.patch(ACCOUNT, { name: 'X' }, elsewhere), 403, 'cross_site_request');
    problemOf(await client.post(`${ACCOUNT}/password`, asked, elsewhere), 403, 'cross_site_request');
    problemOf(await client.delete(`${ACCOUNT}/sessions`, elsewhere), 403, 'cross_site_request');
  });
});

describe('One’s own name', () => {
  it('is changed in all sessions, and in the audit trail', async () => {
    const email = await aPerson();
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
    const client = await signedIn(app, await aPerson());
    const answer = await client.patch(ACCOUNT, { name });
    expect(problemOf(answer, 400, 'invalid_parameter').errors).toMatchObject([{ parameter: 'name' }]);
  });
});

describe('One’s own password', () => {
  it('is changed by who knows the present one, and ends the other sessions', async () => {
    const email = await aPerson();
    const [client, other] = [await signedIn(app, email), await signedIn(app, email)];
    expect((await change(client, PASSWORD, OTHER_PASSWORD)).status).toBe(204);
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false]);
    problemOf(await new PortalClient(app.url).signIn(email, PASSWORD), 401, 'sign_in_failed');
    await signedIn(app, email, OTHER_PASSWORD);
    expect(await trailOf(app)).toContainEqual(
      expect.objectContaining({ actor: `admin:${email}`, action: 'administrator.password_set' }),
    );
  });

  it('stays where the present one is wrong, which the trail tells', async () => {
    const email = await aPerson();
    const client = await signedIn(app, email);
    problemOf(await change(client, 'not the present one', OTHER_PASSWORD), 403, 'wrong_password');
    await signedIn(app, email);
    expect(await trailOf(app)).toContainEqual(
      expect.objectContaining({
        actor: `admin:${email}`,
        action: 'call.refused',
        details: expect.objectContaining({ code: 'wrong_password' }) as object,
      }),
    );
  });

  it.each([['short'], ['🐎'.repeat(11)], ['x'.repeat(1001)]])('cannot be %s', async (wanted) => {
    const client = await signedIn(app, await aPerson());
    const answer = await change(client, PASSWORD, wanted);
    expect(problemOf(answer, 400, 'invalid_parameter').errors).toMatchObject([{ parameter: 'new_password' }]);
  });

  it('can be changed by one of two who change it at once', async () => {
    const email = await aPerson();
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
    const email = await aPerson();
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
    const email = await aPerson();
    const [client, other] = [await signedIn(app, email), await signedIn(app, email)];
    const stranger = await signedIn(app, await aPerson());
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
