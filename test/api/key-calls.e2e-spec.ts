import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../src/database/rows/reader.js';
import { FailedCallsService } from '../../src/modules/api-keys/failed-calls.service.js';
import { CallCount, FailedCall } from '../../src/modules/api-keys/api-key.entities.js';
import type { KeyCall, KeyCallPage, KeyCalls } from '../../portal/openapi.js';
import { RetentionScheduler } from '../../src/modules/retention/retention.scheduler.js';
import { aLocation } from '../kit/app/builders.js';
import { failReads, failReadsAfterPauses } from '../kit/database/watched-reads.js';
import { ApiClient } from '../kit/http/api-client.js';
import { send, type HttpRequest } from '../kit/http/http.js';
import { eventually } from '../kit/process/retry.js';
import { HOUR_MS, inFuture, KEYS, KeyStage, LIST, UNKNOWN_KEY } from './key-stage.js';

// docs/contract.md, 2.8

const ABSENT = '/api/v1/device/id/secret-device';
const DAYS_8 = 8 * 86_400_000;
const SOME_SCOPES = ['device:GetList', 'device:GetDetail'] as const;

const stage = new KeyStage();
const { app, admin } = stage;
const make = () => stage.make({}, [...SOME_SCOPES]);
const callsOf = (id: string) => admin.client.object<KeyCalls>(`${KEYS}/${id}/calls`);
const find = (requestId: string, by = admin) =>
  by.client.list<KeyCall>(`${KEYS}/calls?request_id=${requestId}`);
const page = (query = '', by = admin) => by.client.object<KeyCallPage>(`${KEYS}/calls?${query}`);
const fail = (key: string, requestId: string) =>
  stage.customer(key).get(ABSENT, { 'x-request-id': requestId, 'x-forwarded-for': '2001:db8:1:2:3::4' });

it('counts calls by status and code, and stores failed calls without path parameters', async () => {
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
  // both may be in the same millisecond
  expect(failed.map(({ code }) => code).sort()).toEqual(['device_not_found', 'invalid_parameter']);
  const last = failed.find(({ request_id }) => request_id === 'call-1');
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
    refused_parameters: [],
    detail: 'The enterprise has no device with this identifier.',
  });
  expect(Date.parse(last!.called_at)).toBeGreaterThanOrEqual(before - 1);
  expect(JSON.stringify(await app.dataSource.manager.find(FailedCall))).not.toContain('secret-device');
  expect((await admin.call('GET', `${KEYS}/${id}/calls`)).status).toBe(200);
});

it('stores the last 200 failed calls of a key, and counts all', async () => {
  const { id, key } = await make();
  const recorder = app.get(FailedCallsService);
  for (let n = 1; n <= 230; n++) {
    await fail(key, `call-${n}`);
    await wait(2); // calls of the same millisecond have no order
    if (n % 100 === 0) await recorder.write();
  }
  await fail((await admin.create('Another', SOME_SCOPES)).key, 'another');
  const { counts, failed } = await callsOf(id);
  expect(counts).toEqual([{ status: 404, code: 'device_not_found', calls: 230 }]);
  const ids = failed.map(({ request_id }) => request_id).sort();
  expect(ids).toEqual(Array.from({ length: 200 }, (_none, at) => `call-${at + 31}`).sort());
  expect(await app.dataSource.manager.countBy(FailedCall, { apiKeyId: id })).toBe(200);
}, 60_000);

it('finds calls of the own enterprise by request id, also two with the same id', async () => {
  const firstKey = await make();
  const secondKey = await admin.create('Another', SOME_SCOPES);
  await fail(firstKey.key, 'twice');
  await fail(secondKey.key, 'twice');
  await fail(secondKey.key, 'once');
  const found = await find('twice');
  expect(found.map(({ api_key_id }) => api_key_id).sort()).toEqual([firstKey.id, secondKey.id].sort());
  expect(await find('once')).toHaveLength(1);
  expect(await find('never')).toEqual([]);
  const stranger = await stage.adminOf('stranger');
  expect(await find('twice', stranger)).toEqual([]);
  await stranger.problem(404, 'api_key_not_found', 'GET', `${KEYS}/${firstKey.id}/calls`);
});

it('shows calls that failed at another instance', async () => {
  const { id, key } = await make();
  const otherInstance = await app.secondInstance();
  const client = new ApiClient(otherInstance.url, stage.customer(key).headers);
  await client.get(ABSENT);
  await eventually(async () => (await callsOf(id)).failed.length === 1);
  await client.get(LIST);
  await otherInstance.close(); // the service writes the counts of successful calls in batches, and when it closes
  expect((await callsOf(id)).counts).toMatchObject([{ status: 200 }, { status: 404 }]);
});

it('stores a truncated response as a failed call', async () => {
  const enterprise_id = stage.enterpriseId;
  await app.load({ locations: Array.from({ length: 20_000 }, () => aLocation({ enterprise_id })) });
  const { id, key } = await stage.make({}, ['device:GetLocation']);
  const restore = failReadsAfterPauses(app, 1);
  const path = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
  const { headers } = stage.customer(key);
  await send(app.url, { path, headers }).catch(() => undefined); // the client may see the reset before the headers
  restore();
  expect((await callsOf(id)).failed).toMatchObject([{ status: 200, code: 'broken_off' }]);
});

it('deletes calls after 7 days', async () => {
  const { id, key } = await make();
  await fail(key, 'old');
  await callsOf(id);
  const { manager } = app.dataSource;
  await manager.query('UPDATE key_calls SET called_at = called_at - ?', [DAYS_8]);
  await manager.query('UPDATE key_call_counts SET hour = hour - ?', [DAYS_8]);
  await fail(key, 'new');
  expect(await callsOf(id)).toMatchObject({ counts: [{ calls: 1 }], failed: [{ request_id: 'new' }] });
  expect(await find('old')).toEqual([]);
  await manager.query('DELETE FROM daily_runs'); // of a first try
  expect(await app.get(RetentionScheduler).runIfDue()).toBe(true);
  expect(await manager.countBy(FailedCall, { apiKeyId: id })).toBe(1);
  expect(await manager.countBy(CallCount, { apiKeyId: id })).toBe(1);
});

it('keeps the calls of a deleted key for 7 days', async () => {
  const { id, key } = await make();
  await fail(key, 'written-before');
  await callsOf(id);
  await fail(key, 'written-after');
  await admin.delete(id);
  for (const requestId of ['written-before', 'written-after'])
    expect(await find(requestId)).toMatchObject([{ api_key_id: id }]);
  expect((await page(`api_key_id=${id}`)).calls).toHaveLength(2);
  await admin.problem(404, 'api_key_not_found', 'GET', `${KEYS}/${id}/calls`);

  const { manager } = app.dataSource;
  await manager.query('UPDATE key_calls SET called_at = called_at - ?', [DAYS_8]);
  await manager.query('UPDATE key_call_counts SET hour = hour - ?', [DAYS_8]);
  expect((await page()).calls).toEqual([]);
  await app.get(FailedCallsService).purge(new AbortController().signal);
  for (const entity of [FailedCall, CallCount])
    expect(await manager.countBy(entity, { apiKeyId: id })).toBe(0);
});

it('deletes a call of the last hour that is kept together with its count', async () => {
  const { id, key } = await make();
  await fail(key, 'late');
  await callsOf(id);
  const { manager } = app.dataSource;
  const edge = Date.now() - 7 * 86_400_000;
  const hour = Math.floor(edge / HOUR_MS) * HOUR_MS;
  const purgeAt = async (calledAt: number) => {
    await manager.update(FailedCall, { apiKeyId: id }, { calledAt });
    await manager.update(CallCount, { apiKeyId: id }, { hour: Math.floor(calledAt / HOUR_MS) * HOUR_MS });
    await app.get(FailedCallsService).purge(new AbortController().signal);
    const counts = [FailedCall, CallCount].map((entity) => manager.countBy(entity, { apiKeyId: id }));
    return Promise.all(counts);
  };
  expect(await purgeAt(hour + 1)).toEqual([1, 1]);
  expect(await purgeAt(hour - 1)).toEqual([0, 0]);
});

it('stores the names of refused parameters and the detail of the error, without values', async () => {
  const { key } = await make();
  const send = async (query: string, requestId: string) => {
    await stage.customer(key).get(`${LIST}?${query}`, { 'x-request-id': requestId });
    const [call] = await find(requestId);
    expect(JSON.stringify(call)).not.toContain('secret');
    return [call!.refused_parameters, call!.detail];
  };
  expect(await send('fields=id,secret-field&format=secret-format', 'values')).toEqual([
    ['format'],
    '`format` must be one of: json, ndjson, csv, parquet',
  ]);
  const [names, detail] = await send('fields=id,secret-field', 'fields');
  expect(names).toEqual(['fields']);
  expect(detail).toMatch(/^`fields` must be some of these, each once: [\w, ]+$/);
  expect(await send('one=secret-1&two=secret-2', 'unknown')).toEqual([
    ['one', 'two'],
    expect.stringMatching(/^`one` is not known here; known: [\w, ]+; `two` is not known here/),
  ]);
  const many = Array.from({ length: 300 }, (_none, at) => `p${at}=secret`).join('&');
  const [listed, long] = await send(many, 'many');
  expect([listed!.length, long!.length]).toEqual([20, 500]);
});

it('neither returns nor stores a key that a client sent as the name or value of a parameter', async () => {
  const { key } = await make();
  const hint = `${key.slice(0, 8)}…${key.slice(-4)}`;
  const query = `${key}&Bearer%20${key}=&format=${key}&${'x'.repeat(50)}${key}=`;
  const { body } = await stage.customer(key).get(`${LIST}?${query}`, { 'x-request-id': 'key-as-name' });
  const [call] = await find('key-as-name');
  const names = [hint, `Bearer ${hint}`, 'format', `${'x'.repeat(50)}${hint}`];
  expect(call!.refused_parameters).toEqual(expect.arrayContaining(names));
  expect(body).toContain(`not \\"${hint}\\"`);
  expect(JSON.stringify([call, body])).not.toContain(key.slice(0, 12));
});

describe('The failed calls of all keys', () => {
  it('are listed in pages, the newest first, and those of other enterprises are not', async () => {
    const firstKey = await make();
    const secondKey = await admin.create('Another', SOME_SCOPES);
    const stranger = await stage.adminOf('stranger-2');
    const foreign = await stranger.create('Foreign', SOME_SCOPES);
    await stranger.client.with({ authorization: `Bearer ${foreign.key}` }).get(ABSENT);
    for (let n = 1; n <= 7; n++) await fail(n % 2 ? firstKey.key : secondKey.key, `page-${n}`);
    await page();
    // two of them at the same time, and the others a millisecond apart
    const times = new Map([1, 2, 5, 6, 7].map((n) => [n, 1_999_999_998_000 + n]));
    for (let n = 1; n <= 7; n++) {
      const calledAt = times.get(n) ?? 1_999_999_999_000;
      await app.dataSource.manager.update(FailedCall, { requestId: `page-${n}` }, { calledAt });
    }
    const found: string[] = [];
    let query = 'limit=2';
    for (let pages = 1; ; pages++) {
      const { calls, next_cursor } = await page(query);
      found.push(...calls.map(({ request_id }) => request_id));
      if (next_cursor === null) break;
      expect([calls.length, pages < 4]).toEqual([2, true]);
      query = `limit=2&cursor=${next_cursor}`;
    }
    expect(found.slice(0, 2).sort()).toEqual(['page-3', 'page-4']);
    expect(found.slice(2)).toEqual([7, 6, 5, 2, 1].map((n) => `page-${n}`));
    expect((await page('', stranger)).calls).toMatchObject([{ api_key_id: foreign.id }]);
  });

  it('are filtered by key, status and code', async () => {
    const firstKey = await make();
    const secondKey = await admin.create('Another', SOME_SCOPES);
    for (const { key } of [firstKey, secondKey]) {
      await fail(key, 'absent');
      await stage.customer(key).get(`${LIST}?a=b`);
    }
    const shown = async (query: string) =>
      (await page(query)).calls.map(({ api_key_id, status }) => [api_key_id === firstKey.id, status]).sort();
    expect(await shown(`api_key_id=${firstKey.id}`)).toEqual([
      [true, 400],
      [true, 404],
    ]);
    expect(await shown('status=404')).toEqual([
      [false, 404],
      [true, 404],
    ]);
    expect(await shown(`code=invalid_parameter&api_key_id=${secondKey.id}`)).toEqual([[false, 400]]);
    expect(await shown('status=404&code=invalid_parameter')).toEqual([]);
    expect(await find('absent&status=400')).toEqual([]);
    expect(await find('absent&limit=1')).toHaveLength(1);
  });
});

it('keeps calls that it cannot write, and writes them later', async () => {
  const { id, key } = await make();
  const { dataSource } = app;
  await fail(key, 'before');
  await dataSource.query('ALTER TABLE key_call_counts RENAME TO elsewhere');
  try {
    await app.get(FailedCallsService).write();
    await fail(key, 'after');
  } finally {
    await dataSource.query('ALTER TABLE elsewhere RENAME TO key_call_counts');
  }
  const { counts, failed } = await callsOf(id);
  expect(counts).toEqual([{ status: 404, code: 'device_not_found', calls: 2 }]);
  expect(failed.map(({ request_id }) => request_id).sort()).toEqual(['after', 'before']);
});

it('stores that a key was replaced, for the last two keys of an entry', async () => {
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

it('stores nothing for unknown keys', async () => {
  const { manager } = app.dataSource;
  const before = await manager.count(FailedCall);
  for (const key of [UNKNOWN_KEY, 'nonsense', '']) await stage.customer(key).get(LIST);
  await app.get(FailedCallsService).write();
  expect(await manager.count(FailedCall)).toBe(before);
});

it.each([
  '?request_id=',
  '?request_id=a&request_id=b',
  '?request_id=a%20b',
  '?request_id=a&key=b',
  '?status=4',
  '?code=a-b',
  '?limit=0',
  '?limit=201',
  '?cursor=',
  '?cursor=1',
  '?api_key_id=',
])('refuses a list with %j', async (query) => {
  await admin.client.problem(`${KEYS}/calls${query}`, 400, 'invalid_parameter');
});

it.each([
  ['internal_error', 500, new Error('A slip')],
  ['unavailable', 503, new DatabaseUnavailable('database_trouble')],
])('finds a call that the service failed with %s', async (code, status, error) => {
  const { id, key } = await make();
  const restore = failReads(app, error);
  const { headers } = await stage.list(key);
  restore();
  expect(await find(String(headers['x-request-id']))).toMatchObject([
    { api_key_id: id, status, code, route: '/api/v1/device' },
  ]);
});

describe('With a limit of requests', () => {
  const limited = new KeyStage({ RATE_LIMIT: '8/100s' });
  const ROUTE = '/api/v1/device';
  const REFUSED: readonly (Pick<HttpRequest, 'path' | 'method' | 'headers'> & { route: string })[] = [
    { path: LIST, route: ROUTE, headers: { 'x-enterprise-id': 'elsewhere' } },
    { path: LIST, route: ROUTE, headers: { 'x-enterprise-id': '' } },
    { path: '/api/v1/device/app/id/tablet-1', route: '/api/v1/device/app/id/:id' },
    { path: `${LIST}?secret=1`, route: ROUTE },
    { path: ABSENT, route: '/api/v1/device/id/:id' },
    { path: '/api/v1/devices', route: '' },
    { path: LIST, route: '', method: 'POST' },
    { path: LIST, route: ROUTE, headers: { accept: 'text/html' } },
    { path: '/internal/v1/api-keys', route: '/internal/v1/api-keys' },
  ];

  async function makeKeys() {
    const { admin: by } = limited;
    const create = (name: string, terms = {}) => by.create(name, SOME_SCOPES, terms);
    const plain = await create('Any');
    const elsewhere = await create('Elsewhere', { allowed_networks: ['::1'] });
    const paused = await create('Paused', { paused: true });
    const expired = await create('Ended', { expires_at: inFuture(HOUR_MS) });
    await limited.setColumn(expired.id, 'expires_at', Date.now() - 1_000);
    const replaced = await create('Replaced');
    const over = await create('Over');
    const cutShort = await create('Cut');
    await by.regenerate(replaced.id);
    for (const { id } of [over, cutShort]) await by.regenerate(id, { overlap_hours: 1 });
    await limited.setColumn(over.id, 'old_key_until', Date.now() - 1_000);
    await by.revokeOldKey(cutShort.id);
    const withState = (key_state: string | null, ...keys: (typeof plain)[]) =>
      keys.map(({ id, key }) => ({ id, key, key_state }));
    return [
      ...withState(null, plain, elsewhere),
      ...withState('paused', paused),
      ...withState('expired', expired),
      ...withState('replaced', replaced, over, cutShort),
    ];
  }

  it('finds each refused request with each kind of key, and the reason', async () => {
    const sent: { request_id: string; code: string; [more: string]: unknown }[] = [];
    await limited.app.get(FailedCallsService).write();
    const before = await limited.app.dataSource.manager.count(FailedCall);
    for (const { id, key, key_state } of await makeKeys()) {
      for (const { path, route, method, headers } of [...REFUSED, ...REFUSED, ...REFUSED]) {
        const request_id = `call-${sent.length}`;
        const callHeaders = { 'x-request-id': request_id, 'x-forwarded-for': `198.51.100.${sent.length}` };
        const { body } = await limited
          .customer(key)
          .send({ path, method, headers: { ...headers, ...callHeaders } });
        const { status, code } = JSON.parse(body) as { status: number; code: string };
        sent.push({ request_id, api_key_id: id, status, code, route, key_state });
      }
    }
    const { manager } = limited.app.dataSource;
    await eventually(async () => (await manager.count(FailedCall)) === before + sent.length);
    for (const call of sent) expect(await find(call.request_id, limited.admin)).toMatchObject([call]);
    const codes = new Set(sent.map(({ code }) => code));
    const keys = 'address_not_allowed invalid_key rate_limited insufficient_scope';
    const requests = 'enterprise_mismatch missing_enterprise invalid_parameter device_not_found';
    const others = 'not_found method_not_allowed not_acceptable';
    expect([...codes].sort()).toEqual(`${keys} ${requests} ${others}`.split(' ').sort());
  }, 60_000);
});
