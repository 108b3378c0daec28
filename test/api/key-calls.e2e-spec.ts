import { DatabaseUnavailable } from '../../src/database/rows/reader.js';
import { FailedCallsRecorder } from '../../src/modules/api-keys/failed-calls.recorder.js';
import { CallCount, FailedCall } from '../../src/modules/api-keys/api-key.entities.js';
import type { KeyCallDto, KeyCallsDto } from '../../src/modules/api-keys/failed-calls.dto.js';
import { RetentionScheduler } from '../../src/modules/retention/retention.scheduler.js';
import { startSecondInstance } from '../kit/app/portal-app.js';
import { aLocation } from '../kit/app/builders.js';
import { loseDatabaseAfter } from '../kit/database/paused-reads.js';
import { wrapNodes } from '../kit/database/wrapped-nodes.js';
import { ApiClient } from '../kit/http/api-client.js';
import { send } from '../kit/http/http.js';
import { CODES_OF_REFUSED_CALLS, REFUSED_CALLS, SOME_SCOPES } from '../kit/http/refused-calls.js';
import { eventually } from '../kit/process/patience.js';
import { HOUR_MS, inFuture, KEYS, KeyStage, LIST, UNKNOWN_KEY } from './key-stage.js';

// docs/contract.md, 2.8: what became of the calls with a key

const ABSENT = '/api/v1/device/id/secret-device';
const DAYS_8 = 8 * 86_400_000;

const stage = new KeyStage();
const { app, admin } = stage;
const make = () => stage.make({}, [...SOME_SCOPES]);
const callsOf = async (id: string): Promise<KeyCallsDto> =>
  (await admin.client.object(`${KEYS}/${id}/calls`)) as unknown as KeyCallsDto;
const find = async (requestId: string, by = admin): Promise<KeyCallDto[]> =>
  (await by.client.list(`${KEYS}/calls?request_id=${requestId}`)) as unknown as KeyCallDto[];
const fail = (key: string, requestId: string) =>
  stage.customer(key).get(ABSENT, { 'x-request-id': requestId, 'x-forwarded-for': '2001:db8:1:2:3::4' });

it('are counted by how they ended, and those that failed are kept, without what callers put into paths', async () => {
  const { id, key } = await make();
  const before = Date.now();
  for (const path of [LIST, LIST, `${LIST}?a=b`]) await stage.customer(key).get(path);
  await fail(key, 'call-1');
  const { counts, failed } = await callsOf(id);
  expect(counts).toEqual([
    { status: 200, code: '', calls: 2 },
    { status: 400, code: 'invalid_parameter', calls: 1 },
    { status: 404, code: 'device_not_found', calls: 1 },
  ]);
  const [last, first, ...more] = failed;
  expect([first!.code, more]).toEqual(['invalid_parameter', []]);
  expect(last).toEqual({
    id: expect.any(String) as string,
    api_key_id: id,
    called_at: expect.stringMatching(/\+0[12]:00$/) as string,
    request_id: 'call-1',
    method: 'GET',
    route: '/api/v1/device/id/:id',
    status: 404,
    code: 'device_not_found',
    key_state: null,
    network: '2001:db8:1:2::/64',
    milliseconds: expect.any(Number) as number,
  });
  expect(Date.parse(last!.called_at)).toBeGreaterThanOrEqual(before - 1);
  expect(JSON.stringify(await app.dataSource.manager.find(FailedCall))).not.toContain('secret-device');
  expect((await admin.call('GET', `${KEYS}/${id}/calls`)).status).toBe(200); // as documented
});

it('of the last 200 that failed each is kept, of all the numbers', async () => {
  const { id, key } = await make();
  const recorder = app.part(FailedCallsRecorder);
  for (let n = 1; n <= 230; n++) {
    await fail(key, `call-${n}`);
    if (n % 100 === 0) await recorder.write();
  }
  await fail((await admin.create('Another', SOME_SCOPES)).key, 'another');
  const { counts, failed } = await callsOf(id);
  expect(counts).toEqual([{ status: 404, code: 'device_not_found', calls: 230 }]);
  const ids = failed.map(({ request_id }) => request_id).sort();
  expect(ids).toEqual(Array.from({ length: 200 }, (_none, at) => `call-${at + 31}`).sort());
  expect(await app.dataSource.manager.countBy(FailedCall, { apiKeyId: id })).toBe(200);
}, 60_000);

it('are found by their id, both where it was used twice, and nobody else\u2019s', async () => {
  const [one, other] = [await make(), await admin.create('Another', SOME_SCOPES)];
  await fail(one.key, 'twice');
  await fail(other.key, 'twice');
  await fail(other.key, 'once');
  const found = await find('twice');
  expect(found.map(({ api_key_id }) => api_key_id).sort()).toEqual([one.id, other.id].sort());
  expect(await find('once')).toHaveLength(1);
  expect(await find('never')).toEqual([]);
  const stranger = await stage.adminOf('stranger');
  expect(await find('twice', stranger)).toEqual([]);
  await stranger.problem(404, 'api_key_not_found', 'GET', `${KEYS}/${one.id}/calls`);
});

it('that failed elsewhere are seen here, though nobody asked there', async () => {
  const { id, key } = await make();
  const other = await startSecondInstance(app);
  const client = new ApiClient(other.url, stage.customer(key).headers);
  await client.get(ABSENT);
  await eventually(async () => (await callsOf(id)).failed.length === 1);
  await client.get(LIST);
  await other.close(); // what went well is written now and then, and at the end
  expect((await callsOf(id)).counts).toMatchObject([{ status: 200 }, { status: 404 }]);
});

it('that broke off are among those that failed', async () => {
  const enterprise_id = stage.enterpriseId;
  await app.load({ locations: Array.from({ length: 20_000 }, () => aLocation({ enterprise_id })) });
  const { id, key } = await stage.make({}, ['device:GetLocation']);
  const restore = loseDatabaseAfter(app, 1);
  const path = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
  const { headers } = stage.customer(key);
  await send(app.url, { path, headers }).catch(() => undefined); // a reset may overtake the head
  restore();
  expect((await callsOf(id)).failed).toMatchObject([{ status: 200, code: 'broken_off' }]);
});

it('are forgotten after 7 days', async () => {
  const { id, key } = await make();
  await fail(key, 'old');
  await callsOf(id);
  const { manager } = app.dataSource;
  await manager.query('UPDATE key_calls SET called_at = called_at - ?', [DAYS_8]);
  await manager.query('UPDATE key_call_counts SET hour = hour - ?', [DAYS_8]);
  await fail(key, 'new');
  expect(await callsOf(id)).toMatchObject({ counts: [{ calls: 1 }], failed: [{ request_id: 'new' }] });
  expect(await find('old')).toEqual([]);
  expect(await app.part(RetentionScheduler).runIfDue()).toBe(true);
  expect(await manager.countBy(FailedCall, { apiKeyId: id })).toBe(1);
  expect(await manager.countBy(CallCount, { apiKeyId: id })).toBe(1);
});

it('go with their key', async () => {
  const { id, key } = await make();
  await fail(key, 'gone');
  await callsOf(id);
  await fail(key, 'gone');
  await admin.delete(id);
  expect(await find('gone')).toEqual([]); // what is written after that is nobody's
  await admin.problem(404, 'api_key_not_found', 'GET', `${KEYS}/${id}/calls`);
});

it('are kept when they cannot be written, and written when that is possible again', async () => {
  const { id, key } = await make();
  const { dataSource } = app;
  await fail(key, 'before');
  await dataSource.query('ALTER TABLE key_call_counts RENAME TO elsewhere');
  await app.part(FailedCallsRecorder).write();
  await fail(key, 'after');
  await dataSource.query('ALTER TABLE elsewhere RENAME TO key_call_counts');
  const { counts, failed } = await callsOf(id);
  expect(counts).toEqual([{ status: 404, code: 'device_not_found', calls: 2 }]);
  expect(failed.map(({ request_id }) => request_id).sort()).toEqual(['after', 'before']);
});

it('with a key that was replaced tell so, of the last two', async () => {
  const first = await make();
  const second = await admin.regenerate(first.id, { overlap_hours: 1 });
  await fail(first.key, 'in-its-overlap');
  expect(await find('in-its-overlap')).toMatchObject([{ code: 'device_not_found', key_state: null }]);
  const third = await admin.regenerate(first.id, { overlap_hours: 1 });
  await admin.regenerate(first.id, { overlap_hours: 1 });
  await fail(first.key, 'one-too-many');
  await fail(second.key, 'ended-last');
  await fail(third.key, 'works');
  expect(await find('one-too-many')).toEqual([]);
  expect(await find('ended-last')).toMatchObject([{ api_key_id: first.id, key_state: 'replaced' }]);
  expect(await find('works')).toMatchObject([{ api_key_id: first.id, key_state: null }]);
});

it('of keys that nobody was given leave nothing', async () => {
  const { manager } = app.dataSource;
  const before = await manager.count(FailedCall);
  for (const key of [UNKNOWN_KEY, 'nonsense', '']) await stage.customer(key).get(LIST);
  await app.part(FailedCallsRecorder).write();
  expect(await manager.count(FailedCall)).toBe(before);
});

it.each(['', '?request_id=', '?request_id=a&request_id=b', '?request_id=a%20b', '?request_id=a&key=b'])(
  'are not looked for with %j',
  async (query) => {
    await admin.client.problem(`${KEYS}/calls${query}`, 400, 'invalid_parameter');
  },
);

it.each([
  ['internal_error', 500, () => Promise.reject(new Error('A slip'))],
  ['unavailable', 503, () => Promise.reject(new DatabaseUnavailable('database_trouble'))],
])('finds what failed on our side: %s', async (code, status, stream) => {
  const { id, key } = await make();
  const restore = wrapNodes(app, (node) => ({ rows: (query) => node.rows(query), stream }));
  const { headers } = await stage.ask(key);
  restore();
  expect(await find(String(headers['x-request-id']))).toMatchObject([
    { api_key_id: id, status, code, route: '/api/v1/device' },
  ]);
});

describe('With a limit of requests', () => {
  const limited = new KeyStage({ RATE_LIMIT: '8/100s' });

  /** Makes keys, most of which open nothing, each with the state that its calls have. */
  async function makeKeys() {
    const { admin: by } = limited;
    const create = (name: string, terms = {}) => by.create(name, SOME_SCOPES, terms);
    const [plain, elsewhere] = [
      await create('Any'),
      await create('Elsewhere', { allowed_networks: ['::1'] }),
    ];
    const paused = await create('Paused', { paused: true });
    const expired = await create('Ended', { expires_at: inFuture(HOUR_MS) });
    await limited.setColumn(expired.id, 'expires_at', Date.now() - 1_000);
    const [replaced, over, cutShort] = [await create('Replaced'), await create('Over'), await create('Cut')];
    await by.regenerate(replaced.id);
    for (const { id } of [over, cutShort]) await by.regenerate(id, { overlap_hours: 1 });
    await limited.setColumn(over.id, 'old_key_until', Date.now() - 1_000);
    await by.endOldKey(cutShort.id);
    const withState = (key_state: string | null, ...keys: (typeof plain)[]) =>
      keys.map(({ id, key }) => ({ id, key, key_state }));
    return [
      ...withState(null, plain, elsewhere),
      ...withState('paused', paused),
      ...withState('expired', expired),
      ...withState('replaced', replaced, over, cutShort),
    ];
  }

  it('finds each refused request with each kind of key, and why', async () => {
    const sent: { request_id: string; code: string; [more: string]: unknown }[] = [];
    for (const { id, key, key_state } of await makeKeys()) {
      // several times each, so that some are one too many
      for (const { path, route, method, headers } of [...REFUSED_CALLS, ...REFUSED_CALLS, ...REFUSED_CALLS]) {
        const request_id = `call-${sent.length}`;
        const own = { 'x-request-id': request_id, 'x-forwarded-for': `198.51.100.${sent.length}` };
        const { body } = await limited.customer(key).send({ path, method, headers: { ...headers, ...own } });
        const { status, code } = JSON.parse(body) as { status: number; code: string };
        sent.push({ request_id, api_key_id: id, status, code, route, key_state });
      }
    }
    const { manager } = limited.app.dataSource;
    await eventually(async () => (await manager.count(FailedCall)) === sent.length); // without a query for them
    for (const call of sent) expect(await find(call.request_id, limited.admin)).toMatchObject([call]);
    expect([...new Set(sent.map(({ code }) => code))].sort()).toEqual(CODES_OF_REFUSED_CALLS);
  }, 60_000);
});
