import { SCOPE_NAMES } from '../../src/auth/keys/scopes.js';
import { hashKey } from '../../src/auth/keys/key-format.js';
import { KeyUses } from '../../src/modules/api-keys/guard/key-uses.js';
import { RowReader } from '../../src/database/rows/row-reader.js';
import { PortalClient } from '../kit/app/portal-client.js';
import { addAdministrator, EMAIL, PASSWORD, signedIn } from '../kit/app/portal-app.js';
import { enter, turnOn } from '../kit/app/second-factor.js';
import { aFleet } from '../kit/app/app-with.js';
import { aLocation, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { ApiClient, problemOf } from '../kit/http/api-client.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { createDatabase, type TestDatabase } from '../kit/database/engines.js';
import { eventually } from '../kit/process/patience.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';
import { ask, follow, tokenOf } from '../kit/sync/follow.js';

const OLD = 'the-old-key-pepper-0123456789abcdefgh';
const NEW = 'the-new-key-pepper-0123456789abcdefgh';
const NEWEST = 'the-newest-key-pepper-0123456789abcde';
const LIST = '/api/v1/device/';

let database: TestDatabase;
let running: TestApp[];

beforeEach(async () => {
  running = [];
  database = await createDatabase();
});
afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
  await database.drop();
});

/** An instance under a pepper, with the one before or without. */
async function instance(KEY_PEPPER: string, KEY_PEPPER_PREVIOUS?: string): Promise<TestApp> {
  const app = await createTestApp({ DATABASE_URL: database.url, KEY_PEPPER, KEY_PEPPER_PREVIOUS });
  running.push(app);
  return app;
}

async function firstInstance(...peppers: [string, string?]): Promise<TestApp> {
  const app = await instance(...peppers);
  await app.load(aFleet());
  return app;
}

async function stop(app: TestApp): Promise<void> {
  running.splice(running.indexOf(app), 1);
  await app.close();
}

let keys = 0;
const adminOf = (app: TestApp) => new InternalClient(app.admin(ENTERPRISE_ID));
const newKey = (app: TestApp) => adminOf(app).create(`Key ${++keys}`, SCOPE_NAMES);

const customerWith = ({ url }: TestApp, key: string): ApiClient =>
  new ApiClient(url, { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID });

const statusWith = async (app: TestApp, key: string): Promise<number> =>
  (await customerWith(app, key).get(LIST)).status;

async function storedHashes(app: TestApp): Promise<string[]> {
  const rows = await app.dataSource.query<{ key_hash: string }[]>('SELECT key_hash FROM api_keys');
  return rows.map(({ key_hash }) => key_hash);
}

const isIntact = async (app: TestApp): Promise<unknown> =>
  (await app.admin(ENTERPRISE_ID).object('/internal/v1/audit-events/verification')).intact;

describe('Keys under the pepper before', () => {
  it('work, move when they are used, and then need it no more', async () => {
    const before = await firstInstance(OLD);
    const [used, unused] = [await newKey(before), await newKey(before)];
    await stop(before);

    const both = await instance(NEW, OLD);
    expect(await statusWith(both, used.key)).toBe(200);
    await eventually(async () => (await storedHashes(both)).includes(hashKey(used.key, NEW)));
    expect(await storedHashes(both)).toContain(hashKey(unused.key, OLD));
    expect(await statusWith(both, used.key)).toBe(200);
    await stop(both);

    const after = await instance(NEW);
    expect(await statusWith(after, used.key)).toBe(200);
    expect(await statusWith(after, unused.key)).toBe(401);
  });

  it('have moved by the stop of the instance that they were used at', async () => {
    const before = await firstInstance(OLD);
    const { key } = await newKey(before);
    await stop(before);
    const both = await instance(NEW, OLD);
    expect(await statusWith(both, key)).toBe(200);
    await stop(both);
    expect(await statusWith(await instance(NEW), key)).toBe(200);
  });

  it('cost one query for all that come at once, and a wrong checksum none', async () => {
    const app = await firstInstance(NEW, OLD);
    const made = [await newKey(app), await newKey(app)];
    await app.dataSource.query('UPDATE api_keys SET key_hash = ? WHERE id = ?', [
      hashKey(made[0]!.key, OLD),
      made[0]!.id,
    ]);
    const rows = jest.spyOn(app.nest.get(RowReader), 'rows');
    const lookUps = () => rows.mock.calls.filter(([{ sql }]) => sql.includes('api_keys'));
    expect(await statusWith(app, made[0]!.key)).toBe(200);
    expect(lookUps()).toHaveLength(1);
    expect(await statusWith(app, `${made[0]!.key.slice(0, -1)}-`)).toBe(401);
    expect(lookUps()).toHaveLength(1);
    await Promise.all(made.map(({ key }) => statusWith(app, key)));
    expect(lookUps().length).toBeLessThanOrEqual(3);
  });

  it('are dead once they are replaced or deleted, whatever was about to move', async () => {
    const before = await firstInstance(OLD);
    const replaced = await newKey(before);
    const deleted = await newKey(before);
    await stop(before);

    const both = await instance(NEW, OLD);
    for (const { key } of [replaced, deleted]) expect(await statusWith(both, key)).toBe(200);
    const fresh = await adminOf(both).regenerate(replaced.id);
    await adminOf(both).delete(deleted.id);
    for (const { key } of [replaced, deleted]) expect(await statusWith(both, key)).toBe(401);
    await both.part(KeyUses).write();
    for (const { key } of [replaced, deleted]) expect(await statusWith(both, key)).toBe(401);
    expect(await storedHashes(both)).toHaveLength(1);
    expect(await statusWith(both, fresh.key)).toBe(200);
  });

  it('move while an overlap lets them work beside the key that replaced them', async () => {
    const before = await firstInstance(OLD);
    const { id, key } = await newKey(before);
    await stop(before);
    const both = await instance(NEW, OLD);
    const fresh = await adminOf(both).regenerate(id, { overlap_hours: 24 });
    for (const each of [key, fresh.key]) expect(await statusWith(both, each)).toBe(200);
    await both.part(KeyUses).write();
    const [row] = await both.dataSource.query<{ hash: string; used: unknown }[]>(
      'SELECT old_key_hash AS hash, old_key_last_used_at AS used FROM api_keys',
    );
    expect(row!.hash).toBe(hashKey(key, NEW));
    expect(row!.used).not.toBeNull();
    await stop(both);
    const after = await instance(NEW);
    for (const each of [key, fresh.key]) expect(await statusWith(after, each)).toBe(200);
  });

  it('keep their last use, also where another instance has moved them meanwhile', async () => {
    const before = await firstInstance(OLD);
    const { key } = await newKey(before);
    await stop(before);
    const [one, other] = [await instance(NEW, OLD), await instance(NEW, OLD)];
    expect(await statusWith(one, key)).toBe(200);
    await one.part(KeyUses).write();
    await other.dataSource.query('UPDATE api_keys SET key_hash = ?', [hashKey(key, OLD)]);
    const usedAt = Date.now();
    expect(await statusWith(other, key)).toBe(200); // found under the old one
    await one.dataSource.query('UPDATE api_keys SET key_hash = ?', [hashKey(key, NEW)]);
    await other.part(KeyUses).write();
    const [entry] = await other.dataSource.query<{ at: unknown }[]>(
      'SELECT last_used_at AS at FROM api_keys',
    );
    expect(Number(entry!.at)).toBeGreaterThanOrEqual(usedAt);
    expect(await storedHashes(other)).toEqual([hashKey(key, NEW)]);
  });
});

it('While instances of both steps run, keys, sessions and trails of each count at the other', async () => {
  const prepared = await firstInstance(OLD, NEW);
  const changed = await instance(NEW, OLD);
  await addAdministrator(prepared, { email: EMAIL });
  const made = [await newKey(prepared), await newKey(changed)];
  const people = [await signedIn(prepared), await signedIn(changed)];
  for (let round = 0; round < 2; round++) {
    for (const app of [prepared, changed, prepared]) {
      for (const { key } of made) expect(await statusWith(app, key)).toBe(200);
      await app.part(KeyUses).write();
      for (const { cookieHeader } of people) {
        const cookie = { cookie: cookieHeader };
        expect((await app.anonymous.get('/portal/api/session', cookie)).status).toBe(200);
      }
      expect(await isIntact(app)).toBe(true);
    }
    // whichever starts again in the middle takes nothing away
    await stop(await instance(OLD, NEW));
    await stop(await instance(NEW, OLD));
  }
});

it('The trail stays intact through one change after the other, and shows what was altered in any part of it', async () => {
  const first = await firstInstance(OLD);
  await newKey(first);
  await stop(first);
  const changes: [string, string?][] = [[NEW, OLD], [NEW], [NEWEST, NEW]];
  for (const peppers of changes) {
    const app = await instance(...peppers);
    await newKey(app);
    await stop(app);
  }
  const last = await instance(NEWEST);
  await newKey(last);
  expect(await isIntact(last)).toBe(true);
  for (let sequence = 1; sequence <= 5; sequence++) {
    const change = (to: string) =>
      last.dataSource.query(`UPDATE audit_events SET actor = ${to} WHERE sequence = ?`, [sequence]);
    await change("'somebody'");
    expect(await isIntact(last)).toBe(false);
    await change("'admin-token'");
  }
  expect(await isIntact(last)).toBe(true);
});

it('A sync token of the pepper before is good, and the one that it brings needs that no more', async () => {
  const locations = FEED_ROUTES.find(({ kind }) => kind === 'locations')!;
  const before = await firstInstance(OLD);
  const { key } = await newKey(before);
  const token = await tokenOf(customerWith(before, key), locations);
  await stop(before);
  const both = await instance(NEW, OLD);
  await both.load({ locations: [aLocation({ id: 3 })] });
  const answer = await follow(customerWith(both, key), locations, token);
  expect(answer.items).toMatchObject([{ id: 3 }]);
  await stop(both);
  const customer = customerWith(await instance(NEW), key);
  expect((await follow(customer, locations, answer.token)).items).toEqual([]);
  problemOf(await ask(customer, `${locations.path}?since=${token}`), 400, 'invalid_sync_token');
});

it('A session goes on, ends everywhere when it is ended, and a browser stays known', async () => {
  const before = await firstInstance(OLD);
  await addAdministrator(before, { email: EMAIL });
  const person = await signedIn(before);
  await stop(before);

  const both = await instance(NEW, OLD);
  const here = new PortalClient(both.url);
  for (const pair of person.cookieHeader.split('; ')) {
    const [name = '', value = ''] = pair.split('=');
    here.setCookie(name, value);
  }
  expect((await here.get('/portal/api/session')).status).toBe(200);
  const known = browserIds(here);
  expect((await here.signIn(EMAIL, PASSWORD)).status).toBe(200);
  expect(browserIds(here)).toEqual([...known, ...known]); // one under each pepper, and the same browser

  const ended = new PortalClient(both.url);
  ended.setCookie('portal_session', person.cookie('portal_session')!);
  expect((await ended.get('/portal/api/session')).status).toBe(401);
});

it('Second factors move at the start, whether their owners come or not, and a sign-in between the steps goes on', async () => {
  const before = await firstInstance(OLD);
  const absent = 'absent@acme.example';
  for (const email of [EMAIL, absent]) await addAdministrator(before, { email });
  const client = await signedIn(before);
  const factors = [await turnOn(before, client), await turnOn(before, await signedIn(before, absent))];
  const kept = async (app: TestApp) =>
    app.dataSource.query<{ totp_secret: string }[]>('SELECT totp_secret FROM administrators ORDER BY email');
  const sealedBefore = await kept(before);
  const halfway = new PortalClient(before.url);
  expect((await halfway.signIn(EMAIL, PASSWORD)).status).toBe(403);
  await stop(before);

  const both = await instance(NEW, OLD);
  for (const [at, { totp_secret: sealed }] of (await kept(both)).entries())
    expect(sealed).not.toBe(sealedBefore[at]!.totp_secret);
  const goesOn = new PortalClient(both.url);
  goesOn.setCookie('portal_second_step', halfway.cookie('portal_second_step')!);
  expect((await enter(goesOn, factors[0]!.authenticator.code())).status).toBe(200);
  await stop(both);

  const after = await instance(NEW);
  for (const code of [factors[1]!.authenticator.code(), ...factors[1]!.recoveryCodes.slice(0, 2)]) {
    const late = new PortalClient(after.url);
    expect((await late.signIn(absent, PASSWORD)).status).toBe(403);
    expect((await enter(late, code)).status).toBe(200);
  }
});

it('A second factor that an instance of the step before has written moves when it is used', async () => {
  const changed = await firstInstance(NEW, OLD);
  const late = await instance(OLD, NEW);
  await addAdministrator(late, { email: EMAIL });
  const { authenticator } = await turnOn(late, await signedIn(late));
  const kept = () =>
    changed.dataSource.query<{ totp_secret: string }[]>('SELECT totp_secret FROM administrators');
  const [{ totp_secret: before } = { totp_secret: '' }] = await kept();
  const sealed = new Set([before]);
  for (const later of [0, 1]) {
    const client = new PortalClient(changed.url);
    await client.signIn(EMAIL, PASSWORD);
    expect((await enter(client, authenticator.code(later))).status).toBe(200);
    for (const { totp_secret: now } of await kept()) sealed.add(now);
  }
  expect(sealed.size).toBe(2); // once
});

/** The ids in the cookies by which browsers are known. */
function browserIds({ cookieHeader }: PortalClient): string[] {
  const pairs = cookieHeader.split('; ').filter((pair) => pair.startsWith('portal_browser_'));
  return pairs.map((pair) => pair.split('=')[1]!.split('.')[0]!);
}
