import { hashKey } from '../../src/auth/key-format.js';
import { tablesOf120 } from '../../src/database/migrations/1763780000000-tables-of-1.2.0.js';
import { columnBuilders } from '../../src/database/migrations/table-builders.js';
import { AuditVerifier } from '../../src/modules/audit/audit-chain.js';
import { LastUsedRecorder } from '../../src/modules/api-keys/api-key-auth.service.js';
import { FailedCallsService } from '../../src/modules/api-keys/failed-calls.service.js';
import { DevicesService } from '../../src/modules/devices/devices.service.js';
import { EnterprisesService } from '../../src/modules/enterprises/enterprises.service.js';
import { anApplication, aDevice, aLocation } from '../kit/app/builders.js';
import { KEY_PEPPER } from '../kit/app/test-app.js';
import type { KeyEntry } from '../kit/http/internal-client.js';
import { KEYS, KeyStage } from './key-stage.js';

// docs/contract.md, 2.16

const ALL = ['credentials', 'exact_location', 'identifiers'] as const;

const stage = new KeyStage();

const hiddenOf = ({ hidden_data }: KeyEntry) => hidden_data;

/** The queries with which 1.2.0 looks up keys, without the conditions that a valid key meets. */
const QUERIES_OF_120 = ['key_hash', 'old_key_hash'].map(
  (hash) => `SELECT entry.id FROM api_keys entry
    INNER JOIN enterprises enterprise ON enterprise.\`key\` = entry.enterprise_key WHERE entry.${hash} IN (?)`,
);

async function isFoundBy120(key: string): Promise<boolean> {
  const found = await Promise.all(
    QUERIES_OF_120.map((sql) => stage.app.dataSource.query<object[]>(sql, [hashKey(key, KEY_PEPPER)])),
  );
  return found.flat().length > 0;
}

/** Returns the tables of 1.2.0 that contain the text. */
async function tablesOf120With(text: string): Promise<string[]> {
  const { dataSource } = stage.app;
  const runner = dataSource.createQueryRunner();
  const tables = tablesOf120(columnBuilders(runner)).map(({ name }) => name);
  await runner.release();
  const found: string[] = [];
  for (const name of tables) {
    const rows = await dataSource.query<object[]>(`SELECT * FROM ${name}`);
    if (JSON.stringify(rows).includes(text)) found.push(name);
  }
  return found;
}

/** Repeats requests while the hidden data of a key changes. Returns for each request if it was always true. */
async function requestWhileChanging(id: string, ...requests: (() => Promise<boolean>)[]): Promise<boolean[]> {
  let isDone = false;
  const responses = requests.map(async (request) => {
    let isAlways = true;
    while (!isDone) isAlways = (await request()) && isAlways;
    return isAlways;
  });
  const change = async () => {
    for (let round = 0; round < 20; round++)
      await stage.admin.update(id, { hidden_data: round % 2 === 0 ? ALL : [] });
  };
  await change().finally(() => (isDone = true));
  return Promise.all(responses);
}

describe('hidden_data of an API key', () => {
  it('is empty by default, and sorted', async () => {
    expect(hiddenOf(await stage.make())).toEqual([]);
    const sorted = await stage.admin.create('Sorted', ['device:GetList'], {
      hidden_data: ['identifiers', 'credentials'],
    });
    expect(hiddenOf(sorted)).toEqual(['credentials', 'identifiers']);
    expect((await stage.admin.list()).map(hiddenOf)).toEqual([[], ['credentials', 'identifiers']]);
  });

  it('is replaced by a change, and stays without one', async () => {
    const { id } = await stage.make({ hidden_data: ALL });
    expect(hiddenOf(await stage.admin.update(id, { note: 'changed' }))).toEqual(ALL);
    expect(hiddenOf(await stage.admin.update(id, { hidden_data: ['identifiers'] }))).toEqual(['identifiers']);
    expect(hiddenOf(await stage.admin.update(id, { hidden_data: [] }))).toEqual([]);
    expect(await stage.admin.list()).toMatchObject([{ id, note: 'changed', hidden_data: [] }]);
  });

  it.each([
    [['credentials', 'credentials'], 'must not contain a value twice'],
    [['everything'], 'must contain only: credentials, exact_location, identifiers'],
    ['credentials', 'must be an array'],
    [null, 'must be an array'],
    [[1], 'must contain only'],
  ])('is refused: %j', async (hidden_data, detail) => {
    const { id } = await stage.make();
    for (const [method, path] of [
      ['POST', KEYS],
      ['PATCH', `${KEYS}/${id}`],
    ] as const) {
      const body = {
        ...(method === 'POST' && { application: 'Other', scopes: ['device:GetList'] }),
        hidden_data,
      };
      const problem = await stage.admin.problem(400, 'invalid_parameter', method, path, body);
      expect(problem.detail).toContain(detail);
    }
  });

  it('is in the audit event of a change, before and after', async () => {
    const { id } = await stage.make({ hidden_data: ['credentials'] });
    await stage.admin.update(id, { hidden_data: ['identifiers'] });
    await stage.admin.update(id, { hidden_data: ['identifiers'] });
    await stage.admin.update(id, { hidden_data: [] });
    const changes = await stage.admin.changeEvents();
    expect(changes.map(({ action, details }) => [action, details])).toEqual([
      ['api_key.updated', { hidden_data: [], previous_hidden_data: ['identifiers'] }],
      ['api_key.updated', { hidden_data: ['identifiers'], previous_hidden_data: ['credentials'] }],
      ['api_key.created', { scopes: ['device:GetList'], hidden_data: ['credentials'] }],
    ]);
  });

  it('hides from the first request after the change', async () => {
    const { id, key } = await stage.make();
    const imei = async () => (await stage.customer(key).list('/api/v1/device'))[0]!.imei;
    for (let round = 0; round < 5; round++) {
      await stage.admin.update(id, { hidden_data: ['identifiers'] });
      expect(await imei()).toBe('');
      await stage.admin.update(id, { hidden_data: [] });
      expect(await imei()).toBe('356938035643809');
    }
  });

  it('never makes a request with the key fail while it changes', async () => {
    const { id, key } = await stage.make();
    const isServed = async () => (await stage.statusWith(key)) === 200;
    expect(await requestWhileChanging(id, isServed, isServed, isServed, isServed)).not.toContain(false);
  });
});

it('An administrator finds a key while its hidden_data changes', async () => {
  const { id, key } = await stage.make();
  const hasCalls = async () => (await stage.admin.call('GET', `${KEYS}/${id}/calls`)).status === 200;
  const isListedOnce = async () => (await stage.admin.list()).filter((entry) => entry.id === id).length === 1;
  const isFound = async () => (await stage.admin.call('POST', `${KEYS}/lookup`, { key })).status === 200;
  expect(await requestWhileChanging(id, hasCalls, hasCalls, isListedOnce, isFound)).not.toContain(false);
});

describe('A key with hidden_data', () => {
  it('is not found by the queries of 1.2.0, whose tables contain nothing of it', async () => {
    const { id, key } = await stage.make();
    const hash = hashKey(key, KEY_PEPPER);
    expect([await isFoundBy120(key), await tablesOf120With(hash)]).toEqual([true, ['api_keys']]);
    await stage.admin.update(id, { hidden_data: ['identifiers'] });
    expect([await isFoundBy120(key), await tablesOf120With(hash)]).toEqual([false, []]);
    await stage.admin.update(id, { hidden_data: [] });
    expect([await isFoundBy120(key), await tablesOf120With(hash)]).toEqual([true, ['api_keys']]);
    const restricted = await stage.admin.create('Restricted', ['device:GetList'], {
      hidden_data: ['credentials'],
    });
    expect([await isFoundBy120(restricted.key), await stage.statusWith(restricted.key)]).toEqual([
      false,
      200,
    ]);
  });

  it('keeps its old key, which 1.2.0 does not find either', async () => {
    const { id, key } = await stage.make();
    const second = await stage.admin.regenerate(id, { overlap_hours: 1 });
    await stage.admin.update(id, { hidden_data: ['identifiers'] });
    for (const someKey of [key, second.key])
      expect([await stage.statusWith(someKey), await isFoundBy120(someKey)]).toEqual([200, false]);
    const third = await stage.admin.regenerate(id, { overlap_hours: 1 });
    const statuses = [key, second.key, third.key].map((someKey) => stage.statusWith(someKey));
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
    expect([await isFoundBy120(second.key), await isFoundBy120(third.key)]).toEqual([false, false]);
    await stage.admin.revokeOldKey(id);
    expect([await stage.statusWith(second.key), await stage.statusWith(third.key)]).toEqual([401, 200]);
    await stage.admin.update(id, { hidden_data: [] });
    expect([await isFoundBy120(third.key), await stage.statusWith(third.key)]).toEqual([true, 200]);
    await stage.admin.delete(id);
    expect(await stage.statusWith(third.key)).toBe(401);
  });

  it('is paused, expires, and is deleted like any other', async () => {
    const { id, key } = await stage.make({ hidden_data: ALL });
    await stage.admin.update(id, { paused: true });
    expect(await stage.statusWith(key)).toBe(401);
    await stage.admin.update(id, { paused: false });
    expect(await stage.statusWith(key)).toBe(200);
    await stage.app.dataSource.query('UPDATE restricted_api_keys SET expires_at = 1 WHERE id = ?', [id]);
    expect(await stage.statusWith(key)).toBe(401);
    await stage.admin.delete(id);
    expect(await stage.admin.list()).toEqual([]);
    expect(await stage.app.dataSource.query('SELECT id FROM restricted_api_keys WHERE id = ?', [id])).toEqual(
      [],
    );
  });

  it('keeps everything else when it moves', async () => {
    const { id } = await stage.make({ note: 'kept', allowed_networks: ['127.0.0.1'] });
    const before = await stage.entry();
    await stage.admin.update(id, { hidden_data: ALL });
    const during = await stage.entry();
    await stage.admin.update(id, { hidden_data: [] });
    const after = await stage.entry();
    const { updated_at: _first, ...kept } = before;
    expect(during).toMatchObject({ ...kept, hidden_data: [...ALL] });
    expect(after).toMatchObject(kept);
  });

  it('has its last use recorded in the table that it is in by then', async () => {
    const { id, key } = await stage.make({ hidden_data: ALL });
    const recorder = stage.app.get(LastUsedRecorder);
    await stage.list(key);
    await stage.admin.update(id, { hidden_data: [] });
    await recorder.write();
    const { last_used_at } = await stage.entry();
    expect(last_used_at).not.toBeNull();
    await stage.list(key);
    await stage.admin.update(id, { hidden_data: ['identifiers'] });
    await recorder.write();
    expect(Date.parse((await stage.entry()).last_used_at!)).toBeGreaterThan(Date.parse(last_used_at!));
  });

  it('shares names and their uniqueness with all keys', async () => {
    const { id } = await stage.make({ hidden_data: ['identifiers'] });
    const wanted = { application: 'Night report', scopes: ['device:GetList'] };
    await stage.admin.problem(409, 'application_exists', 'POST', KEYS, wanted);
    const otherKey = await stage.admin.create('Day report', ['device:GetList']);
    const name = { application: 'Day report' };
    await stage.admin.problem(409, 'application_exists', 'PATCH', `${KEYS}/${id}`, name);
    // 1.2.0 does not know the name of a restricted key
    await stage.app.dataSource.query("UPDATE api_keys SET application = 'Night report' WHERE id = ?", [
      otherKey.id,
    ]);
    const cleared = { hidden_data: [] };
    await stage.admin.problem(409, 'application_exists', 'PATCH', `${KEYS}/${id}`, cleared);
  });

  it('has its feeds, activity and failed calls listed', async () => {
    const { id, key } = await stage.make({ hidden_data: ALL });
    const customer = stage.customer(key);
    await customer.get('/api/v1/device/changes');
    await customer.get('/api/v1/device/id/tablet-1', { 'x-request-id': 'refused-1' });
    await stage.app.get(FailedCallsService).write();
    const { client } = stage.admin;
    expect(await client.list(`${KEYS}/feeds`)).toMatchObject([{ api_key_id: id, feed: 'devices' }]);
    expect(await client.list(`${KEYS}/calls?request_id=refused-1`)).toMatchObject([
      { api_key_id: id, status: 403 },
    ]);
    expect(await client.object(`${KEYS}/${id}/calls`)).toMatchObject({ failed: [{ status: 403 }] });
    await stage.admin.update(id, { application: 'Renamed', paused: true });
    expect(await stage.statusWith(key)).toBe(401);
    await stage.app.get(FailedCallsService).write();
    expect(await client.object(`${KEYS}/${id}/calls`)).toMatchObject({
      failed: [{ key_state: 'paused' }, {}],
    });
    const activity = await stage.app.activity(stage.enterpriseId);
    expect(new Set(activity.map(({ application }) => application))).toEqual(new Set(['Renamed']));
  });

  it('must have audit events, as any key must', async () => {
    await stage.make({ hidden_data: ALL });
    const key = (await stage.app.get(EnterprisesService).findKey(stage.enterpriseId))!;
    const verifier = stage.app.get(AuditVerifier);
    expect(await verifier.verify(key, 0)).toMatchObject({ intact: true });
    for (const table of ['audit_events', 'audit_heads'])
      await stage.app.dataSource.query(`DELETE FROM ${table} WHERE enterprise_key = ?`, [key]);
    expect(await verifier.verify(key, 0)).toMatchObject({ intact: false });
  });
});

it('A service can read the detail of a device with every credential hidden', async () => {
  const enterprise_id = stage.enterpriseId;
  await stage.app.load({
    devices: [aDevice({ enterprise_id })],
    applications: [anApplication({ enterprise_id })],
    locations: [aLocation({ enterprise_id })],
  });
  const enterprise = (await stage.app.get(EnterprisesService).find(enterprise_id))!;
  const devices = stage.app.get(DevicesService);
  const read = (hiddenData: typeof enterprise.hiddenData) =>
    devices.readWithoutCredentials({ ...enterprise, hiddenData }, 'tablet-1');
  expect(await read([])).toMatchObject({ imei: '356938035643809', device_info: { fcm_token: '' } });
  const both = await read(['identifiers']);
  expect(both).toMatchObject({
    imei: '',
    device_info: { fcm_token: '', networkInfo: { wifi: { macAddress: '' } } },
  });
  await expect(devices.readWithoutCredentials(enterprise, 'nowhere')).rejects.toThrow();
});
