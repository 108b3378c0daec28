import type { PersonWithLink } from '../../portal/openapi.js';
import { PeopleService } from '../../src/modules/sign-in/people.service.js';
import { PortalSession } from '../../src/modules/sign-in/administrator.entity.js';
import { aDevice, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { EMAIL, PASSWORD, PEOPLE, PortalStage, signedIn } from '../kit/app/portal-app.js';
import { bodyOf, type PortalClient } from '../kit/app/portal-client.js';
import { problemOf } from '../kit/http/api-client.js';
import { submitCode, turnOnSecondFactor } from '../kit/app/second-factor.js';
import { registeredRoutes } from '../kit/specification/registered-routes.js';

// docs/contract.md, 2.8

const KEYS = '/internal/v1/api-keys';
const SETTINGS = '/internal/v1/settings';
const NEW_PASSWORD = 'a few words in a row';

const stage = new PortalStage();
const { app, admin } = stage;
beforeAll(() => app.load({ devices: [aDevice()] }));

const aKeyManager = () => stage.aUser({ role: 'key_manager' });

const roleOf = async (email: string) => (await stage.people()).find((person) => person.email === email)?.role;

const invite = async (client: PortalClient, role: string) =>
  bodyOf<PersonWithLink>(await client.post(PEOPLE, stage.invitation(role)), 201);

function useLink(link: string) {
  const [, token] = link.split('#link=');
  return stage.newBrowser().post('/portal/api/link/password', { token, password: NEW_PASSWORD });
}

describe('The links that an administrator made', () => {
  async function linksOfColleague() {
    const { enterpriseId, email, client } = await stage.newEnterprise();
    const colleague = await stage.aUser({ role: 'admin', enterpriseId });
    const own = `${PEOPLE}/${await stage.idOf(email, client)}`;
    const { link } = bodyOf<PersonWithLink>(await colleague.client.post(`${own}/link`, {}));
    const invited = await invite(colleague.client, 'key_manager');
    const path = `${PEOPLE}/${await stage.idOf(colleague.email, client)}`;
    return { enterpriseId, client, path, links: [link, invited.link] };
  }

  it.each<[string, (client: PortalClient, path: string) => Promise<unknown>]>([
    ['is removed', (client, path) => client.delete(path)],
    ['becomes a key manager', (client, path) => client.patch(path, { role: 'key_manager' })],
    ['becomes a viewer', (client, path) => client.patch(path, { role: 'viewer' })],
  ])('are invalid after this administrator %s', async (_change, change) => {
    const { client, path, links } = await linksOfColleague();
    await change(client, path);
    for (const link of links) problemOf(await useLink(link), 400, 'invalid_link');
  });

  it('include that of this administrator, as the response says', async () => {
    const { client, path } = await linksOfColleague();
    bodyOf(await client.post(`${path}/link`, {}));
    const changed = bodyOf(await client.patch(path, { role: 'viewer' }));
    expect(changed).toMatchObject({ role: 'viewer', link_expires_at: null });
  });

  it('stay valid when a viewer is removed', async () => {
    const { enterpriseId, client, links } = await linksOfColleague();
    const viewer = await stage.aUser({ enterpriseId });
    await client.delete(`${PEOPLE}/${await stage.idOf(viewer.email, client)}`);
    for (const link of links) expect((await useLink(link)).status).toBe(204);
  });
});

describe('A key manager', () => {
  let email: string;
  let client: PortalClient;
  beforeAll(async () => ({ email, client } = await aKeyManager()));

  it('reads no data of devices, on any route', async () => {
    const routes = Object.keys(registeredRoutes(app)).filter((route) => route.includes('/internal/v1/data/'));
    expect(routes.length).toBeGreaterThan(7);
    for (const route of routes) {
      const path = route.slice(4).replace(':id', DEVICE_ID);
      problemOf(await client.get(path), 403, 'insufficient_role');
    }
  });

  it('manages keys, users and settings, and sees the audit log', async () => {
    const key = { application: 'By a key manager', scopes: ['device:GetList'] };
    const { id } = bodyOf(await client.post(KEYS, key), 201);
    expect((await client.delete(`${KEYS}/${String(id)}`)).status).toBe(204);
    bodyOf(await client.patch(SETTINGS, { retention_days: 900 }));
    bodyOf(await client.get('/internal/v1/audit-events'));
    const viewer = await invite(client, 'viewer');
    bodyOf(await client.patch(`${PEOPLE}/${viewer.id}`, { role: 'key_manager' }));
    bodyOf(await client.post(`${PEOPLE}/${viewer.id}/link`, {}));
    expect((await client.delete(`${PEOPLE}/${viewer.id}`)).status).toBe(204);
  });

  it('grants the role of an administrator to no user', async () => {
    problemOf(await client.post(PEOPLE, stage.invitation('admin')), 403, 'insufficient_role');
    const { id, email: other } = await invite(client, 'viewer');
    problemOf(await client.patch(`${PEOPLE}/${id}`, { role: 'admin' }), 403, 'insufficient_role');
    expect(await roleOf(other)).toBe('viewer');
  });

  it('neither changes nor removes an administrator, and gets no way to sign in as one', async () => {
    const { email: other } = await stage.aUser({ role: 'admin' });
    const path = `${PEOPLE}/${await stage.idOf(other)}`;
    for (const role of ['viewer', 'key_manager', 'admin'])
      problemOf(await client.patch(path, { role }), 403, 'insufficient_role');
    problemOf(await client.post(`${path}/link`, {}), 403, 'insufficient_role');
    problemOf(await client.delete(`${path}/second-factor`), 403, 'insufficient_role');
    problemOf(await client.delete(path), 403, 'insufficient_role');
    const invitation = `${PEOPLE}/${(await invite(admin, 'admin')).id}`;
    problemOf(await client.post(`${invitation}/link`, {}), 403, 'insufficient_role');
    expect(await roleOf(other)).toBe('admin');
    expect(await signedIn(app, other)).toBeDefined();
  });

  it('does not replace the expired invitation of an administrator', async () => {
    const { id, email: other } = await invite(admin, 'admin');
    await app.dataSource.query('UPDATE administrators SET link_expires_at = 1 WHERE id = ?', [id]);
    const again = { ...stage.invitation('viewer'), email: other };
    problemOf(await client.post(PEOPLE, again), 403, 'insufficient_role');
    expect(await roleOf(other)).toBe('admin');
    expect((await admin.post(PEOPLE, again)).status).toBe(201);
  });

  it.each(['viewer', 'key_manager'])(
    'does not take over an administrator with a link from when the user had the role %s',
    async (role) => {
      const { id, link, email: other } = await invite(client, role);
      const promoted = await admin.patch(`${PEOPLE}/${id}`, { role: 'admin' });
      problemOf(await useLink(link), 400, 'invalid_link');
      expect(bodyOf(promoted)).toMatchObject({ role: 'admin', invited: true, link_expires_at: null });
      const { link: next } = bodyOf<PersonWithLink>(await admin.post(`${PEOPLE}/${id}/link`, {}));
      bodyOf(await admin.patch(`${PEOPLE}/${id}`, { role: 'admin' }));
      expect((await useLink(next)).status).toBe(204);
      await stage.signedIn(other, NEW_PASSWORD);
    },
  );

  it('does not keep an address by an invitation whose user became an administrator', async () => {
    const { id, email: other } = await invite(client, 'viewer');
    bodyOf(await admin.patch(`${PEOPLE}/${id}`, { role: 'admin' }));
    const { client: otherAdmin } = await stage.newEnterprise();
    bodyOf(await otherAdmin.post(PEOPLE, { ...stage.invitation(), email: other }), 201);
    const { details } = (await app.newestEvent('administrator.removed'))!;
    expect(Date.parse(String(details.expires_at))).toBeGreaterThan(Date.now() - 60_000);
  });

  it('does not change their own role', async () => {
    const path = `${PEOPLE}/${await stage.idOf(email)}`;
    for (const role of ['admin', 'viewer'])
      problemOf(await client.patch(path, { role }), 403, 'insufficient_role');
    expect(await roleOf(email)).toBe('key_manager');
    expect(await client.isSignedIn()).toBe(true);
  });

  it('changes their own account, with a second factor and recovery codes', async () => {
    const { email: own, client: browser } = await aKeyManager();
    expect((await browser.patch('/internal/v1/account', { name: 'Renamed' })).status).toBe(204);
    const { recoveryCodes } = await turnOnSecondFactor(app, browser);
    const change = { present_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await browser.post('/internal/v1/account/password', change)).status).toBe(204);
    const next = stage.newBrowser();
    problemOf(await next.signIn(own, NEW_PASSWORD), 403, 'second_factor_needed');
    problemOf(await submitCode(next, '000000'), 403, 'wrong_code');
    expect(bodyOf(await submitCode(next, recoveryCodes[0]!))).toMatchObject({
      name: 'Renamed',
      role: 'key_manager',
    });
    expect(bodyOf(await next.get('/internal/v1/account'))).toMatchObject({
      role: 'key_manager',
      second_factor: true,
      recovery_codes_left: 9,
    });
  });

  it('chooses a password with a link, and can be invited only once', async () => {
    const { link, email: other } = await invite(admin, 'key_manager');
    problemOf(
      await admin.post(PEOPLE, { ...stage.invitation('viewer'), email: other }),
      409,
      'person_exists',
    );
    expect((await useLink(link)).status).toBe(204);
    await stage.signedIn(other, NEW_PASSWORD);
  });

  it('has an address that another enterprise does not give to a user at the same time', async () => {
    const { client: otherAdmin } = await stage.newEnterprise();
    for (let round = 0; round < 8; round++) {
      const invitation = stage.invitation('key_manager');
      const invitations = await Promise.all([
        admin.post(PEOPLE, invitation),
        otherAdmin.post(PEOPLE, { ...invitation, role: 'viewer' }),
      ]);
      expect(invitations.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });

  it('is signed out by a new role, and keeps password and second factor', async () => {
    const { email: other, client: browser } = await stage.aUser();
    await turnOnSecondFactor(app, browser);
    for (const role of ['key_manager', 'admin', 'key_manager', 'viewer']) {
      const id = await stage.idOf(other);
      expect(bodyOf(await admin.patch(`${PEOPLE}/${id}`, { role }))).toMatchObject({
        id,
        role,
        second_factor: true,
      });
      expect(await roleOf(other)).toBe(role);
      expect(await browser.isSignedIn()).toBe(false);
      problemOf(await stage.newBrowser().signIn(other, PASSWORD), 403, 'second_factor_needed');
    }
  });

  it('is once in the list of users while the role changes', async () => {
    const { id } = await invite(admin, 'viewer');
    let isDone = false;
    const listed = async (): Promise<boolean> => {
      let isOnce = true;
      while (!isDone)
        isOnce = (await stage.people()).filter((person) => person.id === id).length === 1 && isOnce;
      return isOnce;
    };
    const lists = [listed(), listed(), listed()];
    for (let round = 0; round < 20; round++)
      bodyOf(await admin.patch(`${PEOPLE}/${id}`, { role: round % 2 === 0 ? 'key_manager' : 'viewer' }));
    isDone = true;
    expect(await Promise.all(lists)).toEqual([true, true, true]);
  });

  it('does not count as the last administrator', async () => {
    const { enterpriseId, email: last, client: chief } = await stage.newEnterprise();
    await stage.aUser({ role: 'key_manager', enterpriseId });
    const id = await stage.idOf(last, chief);
    problemOf(await chief.patch(`${PEOPLE}/${id}`, { role: 'key_manager' }), 409, 'last_administrator');
    problemOf(await chief.delete(`${PEOPLE}/${id}`), 409, 'last_administrator');
  });

  it('is found by no query of 1.2.0, as a user or with a session', async () => {
    const { email: other } = await aKeyManager();
    const id = await stage.idOf(other);
    const { link } = bodyOf(await admin.post(`${PEOPLE}/${id}/link`, {}));
    expect(link).toBeDefined();
    const rows = await app.dataSource.query<Record<string, unknown>[]>('SELECT * FROM administrators');
    expect(JSON.stringify(rows)).not.toContain(other);
    expect(rows.filter((row) => row.id === id || !['admin', 'viewer'].includes(String(row.role)))).toEqual(
      [],
    );
    const links = await app.dataSource.query<{ link_hash: string }[]>(
      'SELECT link_hash FROM key_managers WHERE id = ?',
      [id],
    );
    expect(rows.map(({ link_hash }) => link_hash)).not.toContain(links[0]!.link_hash);
    // 1.2.0 refuses a session with another role than admin and viewer
    const sessions = await app.dataSource.manager.findBy(PortalSession, { email: other });
    expect(sessions.map(({ role }) => role)).toEqual(['key_manager']);
  });

  it('is hidden by an administrator with the same address, whom 1.2.0 has invited', async () => {
    const { email: other } = await aKeyManager();
    const values = `1, 'of-1.2.0', '${other}', 'Other', 'viewer', '', 1, 1`;
    const columns = 'enterprise_key, id, email, name, role, password_hash, created_at, updated_at';
    await app.dataSource.query(`INSERT INTO administrators (${columns}) VALUES (${values})`);
    expect(await app.get(PeopleService).find(other)).toMatchObject({ role: 'viewer' });
    expect((await admin.delete(`${PEOPLE}/of-1.2.0`)).status).toBe(204);
    await stage.signedIn(other);
  });
});

const DATA = '/internal/v1/data/devices';

it('Switching the data pages off refuses the data to every session, and not to the admin token', async () => {
  const viewer = await stage.aUser();
  const manager = await aKeyManager();
  expect(bodyOf(await admin.patch(SETTINGS, { data_pages: false }))).toMatchObject({ data_pages: false });
  for (const client of [admin, viewer.client]) {
    problemOf(await client.get(DATA), 403, 'data_pages_off');
    bodyOf(await client.get(SETTINGS));
  }
  problemOf(await manager.client.get(DATA), 403, 'insufficient_role');
  expect((await app.admin(ENTERPRISE_ID).get(DATA)).status).toBe(200);
  const otherEnterprise = await stage.newEnterprise();
  expect((await otherEnterprise.client.get(DATA)).status).toBe(200);
  bodyOf(await admin.patch(SETTINGS, { data_pages: true }));
  expect((await viewer.client.get(DATA)).status).toBe(200);
  expect((await app.newestEvent('settings.updated'))?.details).toEqual({
    data_pages: true,
    previous_data_pages: false,
  });
});

describe('Viewing the track of a device', () => {
  const track = (id: string) =>
    `/internal/v1/data/devices/${id}/locations?startdate=2026-03-29&enddate=2026-03-29`;
  const views = async () => (await app.auditLog()).filter(({ action }) => action === 'track.viewed');

  it('is in the audit log once an hour for each user and device', async () => {
    await app.load({ devices: [aDevice({ id: 'tablet-2' })] });
    const { email, client } = await stage.aUser();
    const second = await app.secondInstance();
    const onSecond = client.withUrl(second.url);
    const all = [client, client, onSecond, onSecond].map((browser) => browser.get(track(DEVICE_ID)));
    for (const { status } of await Promise.all(all)) expect(status).toBe(200);
    expect((await client.get(track('tablet-2'))).status).toBe(200);
    expect((await admin.get(track(DEVICE_ID))).status).toBe(200);
    await second.close();
    expect((await views()).map(({ actor, details }) => [actor, details.device_id])).toEqual([
      [`admin:${EMAIL}`, DEVICE_ID],
      [`admin:${email}`, 'tablet-2'],
      [`admin:${email}`, DEVICE_ID],
    ]);
    await app.dataSource.query("UPDATE audit_events SET at = at - 3600001 WHERE action = 'track.viewed'");
    await client.get(track(DEVICE_ID));
    expect(await views()).toHaveLength(4);
  });

  it('is not in the audit log if the response has no track', async () => {
    const before = (await views()).length;
    const { client } = await stage.aUser();
    problemOf(await client.get(track('unknown')), 404, 'device_not_found');
    problemOf(await client.get(track(DEVICE_ID).replace('2026', '2020')), 400, 'invalid_parameter');
    expect((await client.get(`/internal/v1/data/devices/${DEVICE_ID}/locations/newest`)).status).toBe(200);
    expect(await views()).toHaveLength(before);
  });
});
