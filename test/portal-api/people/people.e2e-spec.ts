import { problemOf } from '../../kit/http/api-client.js';
import { InternalClient } from '../../kit/http/internal-client.js';
import { ENTERPRISE_ID } from '../../kit/app/builders.js';
import type { TestApp } from '../../kit/app/create-test-app.js';
import { bodyOf, PortalClient } from '../../kit/app/portal-client.js';
import {
  addAdministrator,
  EMAIL,
  OTHER_ENTERPRISE_ID,
  PASSWORD,
  signedIn,
  startPortal,
  startSecondInstance,
  trailOf,
} from '../../kit/app/portal-app.js';

const PEOPLE = '/internal/v1/people';
const VIEWER = 'viewer@acme.example';
const OTHER = 'other@acme.example';
const STRANGER = 'chief@globex.example';

interface Person {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly link: string;
}

let app: TestApp;
let admin: PortalClient;
let invited = 0;

beforeAll(async () => {
  app = await startPortal();
  await addAdministrator(app, { email: VIEWER, role: 'viewer' });
  await addAdministrator(app, { email: STRANGER, enterpriseId: OTHER_ENTERPRISE_ID });
  admin = await signedIn(app);
});
afterAll(() => app.close());

const aPerson = (role = 'viewer') => ({ email: `olga-${++invited}@acme.example`, name: 'Olga Brandt', role });

async function people(client: PortalClient): Promise<readonly Person[]> {
  const { status, body } = await client.get(PEOPLE);
  expect(status).toBe(200);
  return JSON.parse(body) as Person[];
}

const idOf = async (email: string) => (await people(admin)).find((one) => one.email === email)!.id;

async function anAdministrator(email: string): Promise<[PortalClient, string]> {
  await addAdministrator(app, { email });
  return [await signedIn(app, email), await idOf(email)];
}

describe('The people', () => {
  it('are those of the enterprise, with who was invited', async () => {
    const person = aPerson();
    await admin.post(PEOPLE, person);
    expect(await people(admin)).toMatchObject([
      { email: EMAIL, role: 'admin', invited: false, link_expires_at: null },
      { ...person, invited: true, last_sign_in_at: null },
      { email: VIEWER, role: 'viewer', invited: false },
    ]);
  });

  it('answer as their document says, to an admin token as well', async () => {
    const client = new InternalClient(app.admin(ENTERPRISE_ID));
    const made = await client.call('POST', PEOPLE, aPerson());
    expect(made.status).toBe(201);
    const { id } = JSON.parse(made.body) as Person;
    expect((await client.call('GET', PEOPLE)).status).toBe(200);
    expect((await client.call('POST', `${PEOPLE}/${id}/link`)).status).toBe(200);
    expect((await client.call('PATCH', `${PEOPLE}/${id}`, { role: 'admin' })).status).toBe(200);
    expect((await client.call('DELETE', `${PEOPLE}/${id}`)).status).toBe(204);
    await client.problem(404, 'person_not_found', 'DELETE', `${PEOPLE}/${id}`);
  });

  it('may be looked at by a viewer', async () => {
    expect(await people(await signedIn(app, VIEWER))).toEqual(await people(admin));
  });

  it('of another enterprise are as absent as nobody', async () => {
    const stranger = await signedIn(app, STRANGER);
    const id = await idOf(EMAIL);
    problemOf(await stranger.send({ method: 'POST', path: `${PEOPLE}/${id}/link` }), 404, 'person_not_found');
    problemOf(await stranger.patch(`${PEOPLE}/${id}`, { role: 'viewer' }), 404, 'person_not_found');
    problemOf(await stranger.delete(`${PEOPLE}/${id}`), 404, 'person_not_found');
    expect(await people(stranger)).toMatchObject([{ email: STRANGER }]);
  });
});

describe('An invitation', () => {
  it.each([
    ['no address', { email: 'olga' }, 'email'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a role that there is not', { role: 'owner' }, 'role'],
    ['a password', { password: PASSWORD }, 'password'],
  ])('with %s is refused', async (_what, wrong, parameter) => {
    const answer = await admin.post(PEOPLE, { ...aPerson(), ...wrong });
    expect(problemOf(answer, 400, 'invalid_parameter').errors).toMatchObject([{ parameter }]);
  });

  it('for an address that somebody has, in any case of letters, is refused', async () => {
    const answer = await admin.post(PEOPLE, { ...aPerson(), email: ' INES@acme.example' });
    problemOf(answer, 409, 'person_exists');
  });

  it('made twice at once is made once', async () => {
    const person = aPerson();
    const answers = await Promise.all([admin.post(PEOPLE, person), admin.post(PEOPLE, person)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('lets nobody in before its link was used, whatever the password', async () => {
    const person = aPerson();
    await admin.post(PEOPLE, person);
    for (const password of [' ', 'undefined', PASSWORD])
      problemOf(await new PortalClient(app.url).signIn(person.email, password), 401, 'sign_in_failed');
  });
});

describe('Removing somebody', () => {
  it('ends their sessions at once, on every instance', async () => {
    const second = await startSecondInstance(app);
    const [other, id] = await anAdministrator('leaver@acme.example');
    const { cookieHeader: cookie } = other;
    const elsewhere = () => second.anonymous.get('/internal/v1/settings', { cookie });
    expect((await elsewhere()).status).toBe(200);
    expect((await admin.delete(`${PEOPLE}/${id}`)).status).toBe(204);
    problemOf(await elsewhere(), 401, 'not_signed_in');
    problemOf(await other.signIn('leaver@acme.example', PASSWORD), 401, 'sign_in_failed');
    await second.close();
  });

  it('is told by the audit trail, as everything is', async () => {
    const person = aPerson();
    const { id } = bodyOf(await admin.post(PEOPLE, person), 201);
    await admin.send({ method: 'POST', path: `${PEOPLE}/${String(id)}/link` });
    await admin.patch(`${PEOPLE}/${String(id)}`, { role: 'admin' });
    await admin.delete(`${PEOPLE}/${String(id)}`);
    const actor = `admin:${EMAIL}`;
    const { email, name } = person;
    expect((await trailOf(app)).slice(0, 4)).toMatchObject([
      { actor, action: 'administrator.removed', details: { email, name, role: 'admin' } },
      { actor, action: 'administrator.role_changed', details: { role: 'admin', previous_role: 'viewer' } },
      { actor, action: 'administrator.link_made', details: { email, name, role: 'viewer' } },
      { actor, action: 'administrator.invited', details: { email, name, role: 'viewer' } },
    ]);
  });
});

describe('Another role', () => {
  it('ends the sessions that had the one before', async () => {
    const [other, id] = await anAdministrator(OTHER);
    const changed = bodyOf(await admin.patch(`${PEOPLE}/${id}`, { role: 'viewer' }));
    expect(changed).toMatchObject({ role: 'viewer' });
    problemOf(await other.get('/portal/api/session'), 401, 'not_signed_in');
    const again = await signedIn(app, OTHER);
    problemOf(await again.post(PEOPLE, aPerson()), 403, 'insufficient_role');
  });

  it('that somebody has already changes nothing', async () => {
    bodyOf(await admin.patch(`${PEOPLE}/${await idOf(EMAIL)}`, { role: 'admin' }));
    bodyOf(await admin.get('/portal/api/session'));
  });
});

describe('The last administrator', () => {
  it('can be neither removed nor made a viewer, by themself or by a token', async () => {
    await app.dataSource.query('DELETE FROM administrators WHERE email = ?', [OTHER]);
    await admin.post(PEOPLE, aPerson('admin')); // has not come yet, and may never
    const id = await idOf(EMAIL);
    problemOf(await admin.delete(`${PEOPLE}/${id}`), 409, 'last_administrator');
    problemOf(await admin.patch(`${PEOPLE}/${id}`, { role: 'viewer' }), 409, 'last_administrator');
    const operator = app.admin(ENTERPRISE_ID);
    problemOf(await operator.send({ method: 'DELETE', path: `${PEOPLE}/${id}` }), 409, 'last_administrator');
  });

  it.each(['removed', 'made viewers'])('stays where two are %s at once', async (what) => {
    for (let round = 0; round < 4; round++) {
      const [winner, loser] = [`one-${round}@acme.example`, `two-${round}@acme.example`];
      const [one, ofOne] = await anAdministrator(winner);
      const [two, ofTwo] = await anAdministrator(loser);
      await app.dataSource.query("UPDATE administrators SET role = 'viewer' WHERE email = ?", [EMAIL]);
      const end = (client: PortalClient, id: string) =>
        what === 'removed'
          ? client.delete(`${PEOPLE}/${id}`)
          : client.patch(`${PEOPLE}/${id}`, { role: 'viewer' });
      const answers = await Promise.all([end(one, ofTwo), end(two, ofOne)]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      const rows: { email: string }[] = await app.dataSource.query(
        "SELECT email FROM administrators WHERE role = 'admin' AND password_hash <> '' AND email LIKE '%@acme.example'",
      );
      expect([[winner], [loser]]).toContainEqual(rows.map(({ email }) => email));
      await app.dataSource.query("UPDATE administrators SET role = 'admin' WHERE email = ?", [EMAIL]);
      await app.dataSource.query('DELETE FROM administrators WHERE email IN (?, ?)', [winner, loser]);
    }
  });
});
