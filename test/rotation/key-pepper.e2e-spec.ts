import type { Logger } from 'pino';
import { SCOPE_NAMES } from '../../src/auth/scopes.js';
import { hashKey } from '../../src/auth/key-format.js';
import { LastUsedRecorder } from '../../src/modules/api-keys/api-key-auth.service.js';
import { DatabaseReader } from '../../src/database/rows/reader.js';
import { LOGGER } from '../../src/observability/logger.js';
import { bodyOf, PortalClient } from '../kit/app/portal-client.js';
import { addAdministrator, EMAIL, PASSWORD, PEOPLE, signedIn } from '../kit/app/portal-app.js';
import { submitCode, turnOnSecondFactor } from '../kit/app/second-factor.js';
import { aFleet } from '../kit/app/app-with.js';
import { aLocation, ENTERPRISE_ID } from '../kit/app/builders.js';
import { TestApp } from '../kit/app/test-app.js';
import { ApiClient, problemOf } from '../kit/http/api-client.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { createDatabase, type TestDatabase } from '../kit/database/engines.js';
import { runCli } from '../kit/process/program.js';
import { eventually } from '../kit/process/retry.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';
import { sendAs, follow, tokenOf } from '../kit/sync/follow.js';

const OLD = 'the-old-key-pepper-0123456789abcdefgh';
const NEW = 'the-new-key-pepper-0123456789abcdefgh';
const NEWEST = 'the-newest-key-pepper-0123456789abcde';

let database: TestDatabase;
const running: TestApp[] = [];

beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  await stopAll();
  await database.drop();
});

async function start(KEY_PEPPER: string, KEY_PEPPER_PREVIOUS?: string): Promise<TestApp> {
  const app = await TestApp.start({ DATABASE_URL: database.url, KEY_PEPPER, KEY_PEPPER_PREVIOUS });
  running.push(app);
  await app.load(aFleet());
  return app;
}

async function stopAll(): Promise<void> {
  for (const app of running.splice(0)) await app.close();
}

async function restart(...peppers: [string, string?]): Promise<TestApp> {
  await stopAll();
  return start(...peppers);
}

let keys = 0;
const adminOf = (app: TestApp) => new InternalClient(app.admin(ENTERPRISE_ID));
const newKey = (app: TestApp) => adminOf(app).create(`Key ${++keys}`, SCOPE_NAMES);

async function oldKeys() {
  const app = await start(OLD);
  return [await newKey(app), await newKey(app)] as const;
}

const customerWith = ({ url }: TestApp, key: string): ApiClient =>
  new ApiClient(url, { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID });

async function statusesWith(app: TestApp, ...createdKeys: { key: string }[]): Promise<number[]> {
  const statuses = [];
  for (const { key } of createdKeys)
    statuses.push((await customerWith(app, key).get('/api/v1/device/')).status);
  return statuses;
}

async function storedHashes(app: TestApp): Promise<string[]> {
  const rows = await app.dataSource.query<{ key_hash: string }[]>('SELECT key_hash FROM api_keys');
  return rows.map(({ key_hash }) => key_hash);
}

describe('Keys under the previous pepper', () => {
  it('work, move when they are used, and no longer need it then', async () => {
    const [used, unused] = await oldKeys();
    const both = await restart(NEW, OLD);
    expect(await statusesWith(both, used)).toEqual([200]);
    await eventually(async () => (await storedHashes(both)).includes(hashKey(used.key, NEW)));
    expect(await storedHashes(both)).toContain(hashKey(unused.key, OLD));
    expect(await statusesWith(both, used)).toEqual([200]);
    expect(await statusesWith(await restart(NEW), used, unused)).toEqual([200, 401]);
  });

  it('have moved when the instance that served them has stopped', async () => {
    const [used] = await oldKeys();
    expect(await statusesWith(await restart(NEW, OLD), used)).toEqual([200]);
    expect(await statusesWith(await restart(NEW), used)).toEqual([200]);
  });

  it('cost two queries for concurrent requests, and none for a wrong checksum', async () => {
    const app = await start(NEW, OLD);
    const old = await newKey(app);
    const otherKey = await newKey(app);
    const hash = hashKey(old.key, OLD);
    await app.dataSource.query('UPDATE api_keys SET key_hash = ? WHERE id = ?', [hash, old.id]);
    const rows = jest.spyOn(app.nest.get(DatabaseReader), 'rows');
    const lookups = () => rows.mock.calls.filter(([{ sql }]) => sql.includes('api_keys'));
    expect(await statusesWith(app, old)).toEqual([200]);
    expect(lookups()).toHaveLength(2);
    expect(await statusesWith(app, { key: `${old.key.slice(0, -1)}-` })).toEqual([401]);
    expect(lookups()).toHaveLength(2);
    await Promise.all([old, otherKey].map((key) => statusesWith(app, key)));
    expect(lookups().length).toBeLessThanOrEqual(6);
  });

  it('are invalid after they are replaced or deleted, also with a move pending', async () => {
    const [replaced, deleted] = await oldKeys();
    const both = await restart(NEW, OLD);
    expect(await statusesWith(both, replaced, deleted)).toEqual([200, 200]);
    const fresh = await adminOf(both).regenerate(replaced.id);
    await adminOf(both).delete(deleted.id);
    expect(await statusesWith(both, replaced, deleted)).toEqual([401, 401]);
    await both.get(LastUsedRecorder).write();
    expect(await statusesWith(both, replaced, deleted, fresh)).toEqual([401, 401, 200]);
    expect(await storedHashes(both)).toHaveLength(1);
  });

  it('move during the overlap with the key that replaced them', async () => {
    const [old] = await oldKeys();
    const both = await restart(NEW, OLD);
    const fresh = await adminOf(both).regenerate(old.id, { overlap_hours: 24 });
    expect(await statusesWith(both, old, fresh)).toEqual([200, 200]);
    await both.get(LastUsedRecorder).write();
    const [row] = await both.dataSource.query<{ hash: string; used: unknown }[]>(
      'SELECT old_key_hash AS hash, old_key_last_used_at AS used FROM api_keys WHERE id = ?',
      [old.id],
    );
    expect(row!.hash).toBe(hashKey(old.key, NEW));
    expect(row!.used).not.toBeNull();
    expect(await statusesWith(await restart(NEW), old, fresh)).toEqual([200, 200]);
  });

  it('move also if an instance with a clock that is ahead has used them', async () => {
    const [{ id, key }] = await oldKeys();
    const both = await restart(NEW, OLD);
    const ahead = Date.now() + 3_600_000;
    await both.dataSource.query('UPDATE api_keys SET last_used_at = ? WHERE id = ?', [ahead, id]);
    expect(await statusesWith(both, { key })).toEqual([200]);
    await both.get(LastUsedRecorder).write();
    expect(await statusesWith(await restart(NEW), { key })).toEqual([200]);
  });

  it('keep their last use, also if another instance has moved them', async () => {
    const [{ id, key }] = await oldKeys();
    const instance1 = await restart(NEW, OLD);
    const instance2 = await start(NEW, OLD);
    const store = (pepper: string) =>
      instance1.dataSource.query('UPDATE api_keys SET key_hash = ? WHERE id = ?', [hashKey(key, pepper), id]);
    expect(await statusesWith(instance1, { key })).toEqual([200]);
    await instance1.get(LastUsedRecorder).write();
    await store(OLD);
    const usedAt = Date.now();
    expect(await statusesWith(instance2, { key })).toEqual([200]);
    await store(NEW);
    await instance2.get(LastUsedRecorder).write();
    const [entry] = await instance2.dataSource.query<{ at: unknown }[]>(
      'SELECT last_used_at AS at FROM api_keys WHERE id = ?',
      [id],
    );
    expect(Number(entry!.at)).toBeGreaterThanOrEqual(usedAt);
    expect(await storedHashes(instance2)).toContain(hashKey(key, NEW));
  });
});

it('Instances before and after the change accept the keys and audit logs of each other', async () => {
  const prepared = await start(OLD, NEW);
  const changed = await start(NEW, OLD);
  const createdKeys = [await newKey(prepared), await newKey(changed)];
  for (let round = 0; round < 2; round++) {
    for (const app of [prepared, changed, prepared]) {
      expect(await statusesWith(app, ...createdKeys)).toEqual([200, 200]);
      await app.get(LastUsedRecorder).write();
      expect(await app.isAuditLogIntact(ENTERPRISE_ID)).toBe(true);
    }
    await start(OLD, NEW);
    await start(NEW, OLD);
    for (const app of running.splice(2)) await app.close();
  }
});

it('The audit log is verifiable after several changes, and shows altered events and seals', async () => {
  await newKey(await start(OLD));
  const changes: [string, string?][] = [[NEW, OLD], [NEW], [NEWEST, NEW], [NEWEST]];
  for (const peppers of changes) await newKey(await restart(...peppers));
  const [last] = running as [TestApp];
  expect(await last.isAuditLogIntact(ENTERPRISE_ID)).toBe(true);
  for (let sequence = 1; sequence <= 5; sequence++) {
    const change = (to: string) =>
      last.dataSource.query('UPDATE audit_events SET actor = ? WHERE sequence = ?', [to, sequence]);
    await change('somebody');
    expect(await last.isAuditLogIntact(ENTERPRISE_ID)).toBe(false);
    await change('admin-token');
  }
  expect(await last.isAuditLogIntact(ENTERPRISE_ID)).toBe(true);
  await last.dataSource.query("UPDATE pepper_record SET earlier_seals = 'AAAA'");
  expect(await (await restart(NEWEST)).isAuditLogIntact(ENTERPRISE_ID)).toBe(false);
});

it('A sync token of the previous pepper is valid, and the next one no longer needs it', async () => {
  const locations = FEED_ROUTES.find(({ kind }) => kind === 'locations')!;
  const before = await start(OLD);
  const { key } = await newKey(before);
  const token = await tokenOf(customerWith(before, key), locations);
  const both = await restart(NEW, OLD);
  await both.load({ locations: [aLocation({ id: 3 })] });
  const response = await follow(customerWith(both, key), locations, token);
  expect(response.items).toMatchObject([{ id: 3 }]);
  const customer = customerWith(await restart(NEW), key);
  expect((await follow(customer, locations, response.token)).items).toEqual([]);
  problemOf(await sendAs(customer, `${locations.path}?since=${token}`), 400, 'invalid_sync_token');
});

it('A change ends sessions, users sign in again, and a link from before still works', async () => {
  const before = await start(OLD);
  await addAdministrator(before, { email: EMAIL });
  const person = await signedIn(before);
  const invited = { email: 'olga@acme.example', name: 'Olga Brandt', role: 'viewer' };
  const { link } = bodyOf(await person.post(PEOPLE, invited), 201);
  const both = await restart(NEW, OLD);
  const here = person.withUrl(both.url);
  expect((await here.get('/portal/api/session')).status).toBe(401);
  expect((await here.signIn(EMAIL, PASSWORD)).status).toBe(200);
  expect((await here.get('/portal/api/session')).status).toBe(200);
  const [, token] = String(link).split('#link=');
  const password = 'a few words in a row';
  expect((await here.post('/portal/api/link/password', { token, password })).status).toBe(204);
  await signedIn(both, invited.email, password);
});

it('A second factor under the previous pepper works with the previous pepper, and counts as set and unusable without it until a reset', async () => {
  const before = await start(OLD);
  const others = 'others@acme.example';
  await addAdministrator(before, { email: EMAIL });
  await addAdministrator(before, { email: others });
  const { authenticator, recoveryCodes } = await turnOnSecondFactor(before, await signedIn(before));
  await turnOnSecondFactor(before, await signedIn(before, others));

  const both = await restart(NEW, OLD);
  const errors = () => jest.spyOn(running[0]!.nest.get<Logger>(LOGGER), 'error');
  const errorsBefore = errors();
  const during = new PortalClient(both.url);
  expect((await during.signIn(EMAIL, PASSWORD)).status).toBe(403);
  expect((await submitCode(during, authenticator.code(0))).status).toBe(200);
  expect(errorsBefore).not.toHaveBeenCalled();

  const after = await restart(NEW);
  const errorsAfter = errors();
  const late = new PortalClient(after.url);
  const refused = await late.signIn(EMAIL, PASSWORD);
  expect(refused.status).toBe(403);
  expect(JSON.stringify(bodyOf(refused, 403))).toContain('second_factor_needed');
  for (const code of [authenticator.code(1), ...recoveryCodes.slice(0, 2)])
    expect((await submitCode(late, code)).status).toBe(403);
  expect(errorsAfter).toHaveBeenCalledWith(expect.stringContaining('second factor unusable'));
  expect((await late.get('/portal/api/session')).status).toBe(401);

  const env = { DATABASE_URL: database.url, KEY_PEPPER: NEW };
  const reset = await runCli(['admin', 'reset-second-factor', '--all'], env);
  expect(reset.status).toBe(0);
  for (const email of [EMAIL, others]) {
    expect(reset.stdout).toContain(`${email} no longer has a second factor`);
    expect((await new PortalClient(after.url).signIn(email, PASSWORD)).status).toBe(200);
  }
  expect(await after.isAuditLogIntact(ENTERPRISE_ID)).toBe(true);
}, 60_000);
