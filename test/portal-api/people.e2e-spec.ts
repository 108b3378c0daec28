import type { PersonWithLink } from '../../portal/openapi.js';
import { problemOf } from '../kit/http/api-client.js';
import type { HttpResponse } from '../kit/http/http.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import { EMAIL, PASSWORD, PEOPLE, PortalStage, startPortal } from '../kit/app/portal-app.js';

const LINK = '/portal/api/link';
const NEW_PASSWORD = 'a few words in a row';

const log: string[] = [];
const stage = new PortalStage({ LOG_LEVEL: 'trace' }, { write: (line: string) => log.push(line) });
const { app, admin } = stage;
const operator = (enterpriseId = ENTERPRISE_ID) => new InternalClient(app.admin(enterpriseId));

describe('The users', () => {
  it('are those of the enterprise, including invited users', async () => {
    const { client, email, enterpriseId } = await stage.newEnterprise();
    const viewer = await stage.aUser({ enterpriseId });
    const person = stage.invitation();
    await client.post(PEOPLE, person);
    const found = await stage.people(client);
    expect(found).toHaveLength(3);
    for (const user of [
      { ...person, invited: true, last_sign_in_at: null },
      { email, role: 'admin', invited: false, link_expires_at: null },
      { email: viewer.email, role: 'viewer', invited: false },
    ])
      expect(found).toContainEqual(expect.objectContaining(user));
    expect(await stage.people(viewer.client)).toEqual(found);
  });

  it('respond as documented, also to an admin token', async () => {
    const client = operator();
    const invitation = stage.invitation('key_manager');
    const { id } = bodyOf<PersonWithLink>(await client.call('POST', PEOPLE, invitation), 201);
    expect((await client.call('GET', PEOPLE)).status).toBe(200);
    expect((await client.call('POST', `${PEOPLE}/${id}/link`)).status).toBe(200);
    expect((await client.call('PATCH', `${PEOPLE}/${id}`, { role: 'admin' })).status).toBe(200);
    expect((await client.call('DELETE', `${PEOPLE}/${id}`)).status).toBe(204);
    await client.problem(404, 'person_not_found', 'DELETE', `${PEOPLE}/${id}`);
  });
});

describe('An invitation', () => {
  it.each([
    ['no address', { email: 'olga' }, 'email'],
    ['an empty name', { name: ' ' }, 'name'],
    ['an unknown role', { role: 'owner' }, 'role'],
    ['a password', { password: PASSWORD }, 'password'],
  ])('with %s is refused', async (_title, wrong, parameter) => {
    const response = await admin.post(PEOPLE, { ...stage.invitation(), ...wrong });
    expect(problemOf(response, 400, 'invalid_parameter').errors).toMatchObject([{ parameter }]);
  });

  it('made twice at the same time succeeds once', async () => {
    const person = stage.invitation();
    const responses = await Promise.all([admin.post(PEOPLE, person), admin.post(PEOPLE, person)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('allows no sign-in before its link was used', async () => {
    const person = stage.invitation();
    await admin.post(PEOPLE, person);
    for (const password of [' ', 'undefined', PASSWORD])
      problemOf(await stage.newBrowser().signIn(person.email, password), 401, 'sign_in_failed');
  });
});

describe('Removing a user', () => {
  it('ends the sessions immediately, on every instance', async () => {
    await using second = await app.secondInstance();
    const { email, client } = await stage.aUser();
    const onSecond = client.withUrl(second.url);
    expect(await onSecond.isSignedIn()).toBe(true);
    expect((await admin.delete(`${PEOPLE}/${await stage.idOf(email)}`)).status).toBe(204);
    expect(await onSecond.isSignedIn()).toBe(false);
    problemOf(await client.signIn(email, PASSWORD), 401, 'sign_in_failed');
  });

  it('is recorded in the audit log, as are the other changes', async () => {
    const { role, ...who } = stage.invitation();
    const path = `${PEOPLE}/${String(bodyOf(await admin.post(PEOPLE, { role, ...who }), 201).id)}`;
    await admin.post(`${path}/link`, {});
    await admin.patch(path, { role: 'admin' });
    await admin.delete(path);
    const actor = `admin:${EMAIL}`;
    expect((await app.auditLog()).slice(0, 4)).toMatchObject([
      { actor, action: 'administrator.removed', details: { ...who, role: 'admin' } },
      { actor, action: 'administrator.role_changed', details: { role: 'admin', previous_role: role } },
      { actor, action: 'administrator.link_made', details: { ...who, role } },
      { actor, action: 'administrator.invited', details: { ...who, role } },
    ]);
  });
});

it('A change to the current role changes nothing', async () => {
  bodyOf(await admin.patch(`${PEOPLE}/${await stage.idOf(EMAIL)}`, { role: 'admin' }));
  expect(await admin.isSignedIn()).toBe(true);
});

describe('The last administrator', () => {
  it('can be neither removed nor made a viewer, with a session or a token', async () => {
    const { enterpriseId, email, client } = await stage.newEnterprise();
    await client.post(PEOPLE, stage.invitation('admin'));
    const path = `${PEOPLE}/${await stage.idOf(email, client)}`;
    problemOf(await client.delete(path), 409, 'last_administrator');
    problemOf(await client.patch(path, { role: 'viewer' }), 409, 'last_administrator');
    await operator(enterpriseId).problem(409, 'last_administrator', 'DELETE', path);
  });

  it.each(['removed', 'made viewers'])('stays if two are %s at the same time', async (change) => {
    for (let round = 0; round < 4; round++) {
      const { enterpriseId, ...firstAdmin } = await stage.newEnterprise();
      const secondAdmin = await stage.aUser({ role: 'admin', enterpriseId });
      const paths = await Promise.all(
        [secondAdmin, firstAdmin].map(
          async ({ email }) => `${PEOPLE}/${await stage.idOf(email, firstAdmin.client)}`,
        ),
      );
      const responses = await Promise.all(
        [firstAdmin, secondAdmin].map(({ client }, at) =>
          change === 'removed' ? client.delete(paths[at]!) : client.patch(paths[at]!, { role: 'viewer' }),
        ),
      );
      expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
      const left = await app.admin(enterpriseId).list(PEOPLE);
      expect(left.filter(({ role }) => role === 'admin')).toHaveLength(1);
    }
  });
});

const checkLink = (token: string) => stage.newBrowser().post(LINK, { token });
const use = (token: string, password = NEW_PASSWORD, client = stage.newBrowser()) =>
  client.post(`${LINK}/password`, { token, password });

function linked(received: HttpResponse, status?: number) {
  const person = bodyOf<PersonWithLink>(received, status);
  const [, token = ''] = /#link=([\w-]{43})$/.exec(person.link) ?? [];
  return { ...person, token };
}
const invite = async () => linked(await admin.post(PEOPLE, stage.invitation()), 201);
const reset = async (id: string) => linked(await admin.post(`${PEOPLE}/${id}/link`, {}));
const helped = async () => {
  const { id, token } = await invite();
  await use(token, PASSWORD);
  return reset(id);
};

const passwords = () =>
  app.dataSource.query<{ email: string; hash: string }[]>(
    'SELECT email, password_hash AS hash FROM administrators ORDER BY email',
  );

describe('A link', () => {
  it('is made from PUBLIC_URL alone, with its token in the fragment, and works for 72 hours', async () => {
    const { id } = await invite();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const linkRequest = { method: 'POST', path: `${PEOPLE}/${id}/link`, headers };
    const { link, link_expires_at: until } = bodyOf(await app.admin(ENTERPRISE_ID).send(linkRequest));
    const [address, token] = String(link).split('#link=');
    expect(address).toBe(`${app.config.publicUrl}/portal`);
    expect(token).toMatch(/^[\w-]{43}$/);
    const hours = (Date.parse(String(until)) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
  });

  it('shows its user without being used up, and sets the password for sign-in', async () => {
    const { token, email } = await invite();
    const shown = { email, name: 'Olga Brandt', invited: true };
    for (let times = 0; times < 2; times++) expect(bodyOf(await checkLink(token))).toEqual(shown);
    problemOf(await use(token, 'short'), 400, 'invalid_parameter');
    const before = await passwords();
    const { status, body, headers } = await use(token);
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers).not.toHaveProperty('set-cookie');
    const changed = (await passwords()).filter((account, at) => account.hash !== before[at]!.hash);
    expect(changed.map((account) => account.email)).toEqual([email]);
    const client = await stage.signedIn(email, NEW_PASSWORD);
    expect(bodyOf(await client.get('/portal/api/session'))).toMatchObject({ email, role: 'viewer' });
    expect(await app.newestEvent('administrator.password_set')).toMatchObject({
      actor: `admin:${email}`,
      details: { method: 'link' },
    });
  });

  it('for a forgotten password keeps the current one until it is used, then ends the sessions', async () => {
    const { email, token } = await helped();
    const client = await stage.signedIn(email);
    expect(bodyOf(await checkLink(token))).toMatchObject({ email, invited: false });
    expect((await use(token)).status).toBe(204);
    expect(await client.isSignedIn()).toBe(false);
    problemOf(await stage.newBrowser().signIn(email, PASSWORD), 401, 'sign_in_failed');
    await stage.signedIn(email, NEW_PASSWORD);
  });

  it('works once under concurrent use on two instances', async () => {
    await using second = await app.secondInstance();
    for (let round = 0; round < 4; round++) {
      const { token, email } = await invite();
      const newPasswords = [0, 1, 2, 3].map((at) => `the password of number ${at}`);
      const responses = await Promise.all(
        newPasswords.map((password, at) =>
          use(token, password, new PortalClient(at % 2 === 0 ? app.url : second.url)),
        ),
      );
      const done = newPasswords.filter((_password, at) => responses[at]!.status === 204);
      expect(done).toHaveLength(1);
      await stage.signedIn(email, done[0]);
      for (const response of responses) if (response.status !== 204) problemOf(response, 400, 'invalid_link');
    }
  });

  it('is invalid after another password change', async () => {
    const { email, token } = await helped();
    const client = await stage.signedIn(email);
    const passwordChange = { present_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await client.post('/internal/v1/account/password', passwordChange)).status).toBe(204);
    problemOf(await use(token), 400, 'invalid_link');
  });
});

it.each([
  ['An invitation', invite],
  ['A link for a forgotten password', helped],
])('%s has one error if used, expired, replaced, never made or of a removed user', async (_kind, make) => {
  const used = await make();
  const expired = await make();
  const replaced = await make();
  const removed = await make();
  await use(used.token);
  await app.dataSource.query('UPDATE administrators SET link_expires_at = ? WHERE id = ?', [
    Date.now() - 1,
    expired.id,
  ]);
  await reset(replaced.id);
  await admin.delete(`${PEOPLE}/${removed.id}`);
  const tokens = [used.token, expired.token, replaced.token, removed.token, 'A'.repeat(43), 'x', ''];
  const wordings = new Set<string>();
  for (const token of tokens)
    for (const response of [await checkLink(token), await use(token)]) {
      const { request_id: _id, instance: _path, ...problem } = problemOf(response, 400, 'invalid_link');
      wordings.add(JSON.stringify(problem));
    }
  expect(wordings.size).toBe(1);
});

it('A token is not in the log, the tables, the audit log or a response', async () => {
  const person = await invite();
  const { token: second } = await reset(person.id);
  const responses = [await checkLink(second), await use(person.token), await use(second), await use(second)];
  responses.push(await stage.newBrowser().post(LINK, { token: { of: second } }), await use(second, 'short'));
  const stored: unknown[] = [];
  for (const { tableName } of app.dataSource.entityMetadatas)
    stored.push(await app.dataSource.query(`SELECT * FROM ${tableName}`));
  const everything = JSON.stringify([responses, stored, log]);
  expect(log.length).toBeGreaterThan(50);
  expect(everything).toContain(person.email);
  for (const secret of [person.token, second, NEW_PASSWORD]) expect(everything).not.toContain(secret);
});

it('Guessing links counts as failed sign-ins of the address', async () => {
  await using limited = await startPortal({ RATE_LIMIT: '1000/100s' });
  const from = { 'x-forwarded-for': '203.0.113.9' };
  const client = new PortalClient(limited.url);
  const created = await new InternalClient(limited.admin(ENTERPRISE_ID)).call(
    'POST',
    PEOPLE,
    stage.invitation(),
  );
  const { token } = linked(created, 201);
  // A valid token does not count as a guess
  for (let times = 0; times < 30; times++) bodyOf(await client.post(LINK, { token }, from));
  for (let times = 0; times < 5; times++)
    problemOf(await client.signIn(`x${times}@acme.example`, PASSWORD, from), 401, 'sign_in_failed');
  const statuses = [];
  for (let times = 0; times < 17; times++)
    statuses.push((await client.post(LINK, { token: `guess-${times}` }, from)).status);
  expect(statuses).toEqual([...Array<number>(15).fill(400), 429, 429]);
  problemOf(await client.post(LINK, { token }, from), 429, 'rate_limited');
  problemOf(await client.signIn(EMAIL, PASSWORD, from), 429, 'rate_limited');
});
