import { setTimeout as wait } from 'node:timers/promises';
import { problemOf } from '../../kit/http/api-client.js';
import { BERLIN, DAY_MS, HOUR_MS, inFuture, KEYS, KeyStage, LIST, UNKNOWN_KEY } from '../key-stage.js';

// docs/contract.md, 2.13: `expires_at`, `paused` and `X-Key-Expires-At`

const stage = new KeyStage();
const { admin } = stage;

describe('"from then on the key is unknown ... to the second"', () => {
  it('is shown in the time zone of the enterprise, and taken away again', async () => {
    const made = await stage.make({ expires_at: '2126-12-31T23:59:59+02:00' });
    expect(made.expires_at).toBe('2126-12-31T22:59:59.000+01:00');
    expect(await stage.statusWith(made.key)).toBe(200);
    expect((await admin.update(made.id, { expires_at: null })).expires_at).toBeNull();
  });

  it('opens until its end and nothing after it', async () => {
    const { key, expires_at } = await stage.make({ expires_at: inFuture(1_500) });
    expect(await stage.statusWith(key)).toBe(200);
    const end = Date.parse(expires_at!);
    let last = 0;
    for (let status = 200; status === 200; last = Date.now()) status = await stage.statusWith(key);
    expect(last).toBeGreaterThanOrEqual(end - 5);
    await wait(Math.max(0, end - Date.now()) + 5);
    for (let at = 0; at < 20; at++) expect(await stage.statusWith(key)).toBe(401);
  });

  it('has the same answer as a key that nobody was given', async () => {
    const unknown = problemOf(await stage.ask(UNKNOWN_KEY), 401, 'invalid_key');
    const ended = await stage.make({ expires_at: inFuture(HOUR_MS) });
    await stage.setColumn(ended.id, 'expires_at', Date.now() - 1);
    const { key } = await admin.create('Paused', ['device:GetList'], { paused: true });
    for (const wrong of [ended.key, key]) {
      const { body, headers } = await stage.ask(wrong);
      expect({ ...(JSON.parse(body) as object), request_id: '' }).toEqual({ ...unknown, request_id: '' });
      expect(headers['www-authenticate']).toContain('error="invalid_token"');
      expect(headers).not.toHaveProperty('x-key-expires-at');
      expect(headers).not.toHaveProperty('ratelimit');
    }
  });

  it('is judged by the database\u2019s clock, whatever that of the instance says', async () => {
    const { key } = await stage.make({ expires_at: inFuture(HOUR_MS) });
    const ahead = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * HOUR_MS);
    expect(await stage.statusWith(key)).toBe(200);
    ahead.mockRestore();
  });

  it.each([
    '2026-12-31',
    '2126-12-31T23:59:59',
    '2126-02-30T00:00:00Z',
    '2126-12-31 23:59:59Z',
    'never',
    '',
    4_102_444_800_000,
    true,
    [],
  ])('is no %j', async (expires_at) => {
    const body = { application: 'x', scopes: ['device:GetList'], expires_at };
    const { errors } = await admin.problem(400, 'invalid_parameter', 'POST', KEYS, body);
    expect(errors!.map(({ parameter }) => parameter)).toEqual(['expires_at']);
  });

  it('lies ahead where it is set or changed, and stays as it is otherwise', async () => {
    const past = inFuture(-1_000);
    const body = { application: 'x', scopes: ['device:GetList'], expires_at: past };
    const { errors } = await admin.problem(400, 'invalid_parameter', 'POST', KEYS, body);
    expect(errors).toEqual([{ parameter: 'expires_at', detail: 'should lie ahead' }]);
    const { id, key } = await stage.make({ expires_at: inFuture(HOUR_MS) });
    await admin.problem(400, 'invalid_parameter', 'PATCH', `${KEYS}/${id}`, { expires_at: past });
    await stage.setColumn(id, 'expires_at', Date.parse(past));
    expect(await stage.statusWith(key)).toBe(401);
    const kept = await admin.update(id, { expires_at: past, note: 'it has ended' });
    expect(Date.parse(kept.expires_at!)).toBe(Date.parse(past));
    await admin.update(id, { expires_at: inFuture(HOUR_MS) });
    expect(await stage.statusWith(key)).toBe(200);
  });
});

describe('"Answers carry `X-Key-Expires-At` in the last 14 days"', () => {
  const headerOf = async (key: string, path = LIST, more = {}): Promise<[number, unknown]> => {
    const { status, headers } = await stage.customer(key).get(path, more);
    return [status, headers['x-key-expires-at']];
  };

  it('on answers, on 304 and on every refusal after the key is known', async () => {
    const { key, expires_at } = await stage.make({ expires_at: inFuture(13 * DAY_MS) });
    expect(expires_at).toMatch(BERLIN);
    const { headers } = await stage.ask(key);
    const kinds: [number, string, object][] = [
      [200, LIST, {}],
      [304, LIST, { 'if-none-match': headers.etag }],
      [401, LIST, { 'x-enterprise-id': '' }],
      [403, LIST, { 'x-enterprise-id': 'elsewhere' }],
      [403, '/api/v1/device/id/tablet-1', {}],
      [400, `${LIST}?nonsense=1`, {}],
      [406, LIST, { accept: 'text/html' }],
    ];
    for (const [status, path, more] of kinds)
      expect([path, ...(await headerOf(key, path, more))]).toEqual([path, status, expires_at]);
  });

  it('and not before, nor without an end', async () => {
    const { id, key } = await stage.make({ expires_at: inFuture(14 * DAY_MS + HOUR_MS) });
    expect(await headerOf(key)).toEqual([200, undefined]);
    const { expires_at } = await admin.update(id, { expires_at: inFuture(14 * DAY_MS - HOUR_MS) });
    expect(await headerOf(key)).toEqual([200, expires_at]);
    await admin.update(id, { expires_at: null });
    expect(await headerOf(key)).toEqual([200, undefined]);
  });
});

describe('"`paused`: true: 401 `invalid_key` until it is false again"', () => {
  it('from the answer on, both ways', async () => {
    const { id, key, paused } = await stage.make();
    expect(paused).toBe(false);
    for (const is of [true, false, true, false]) {
      expect((await admin.update(id, { paused: is })).paused).toBe(is);
      expect(await stage.statusWith(key)).toBe(is ? 401 : 200);
    }
  });

  it.each([0, 1, 'true', null, []])('is not %j', async (paused) => {
    const body = { application: 'x', scopes: ['device:GetList'], paused };
    await admin.problem(400, 'invalid_parameter', 'POST', KEYS, body);
  });
});

describe('"`note`: up to 500 characters"', () => {
  it.each([
    ['', ''],
    ['  Ask the depot.\r\nRoom 4 ', 'Ask the depot.\nRoom 4'],
    ['😀'.repeat(500), '😀'.repeat(500)],
    ['"\\<b>\u2028', '"\\<b>'],
  ])('takes %j', async (note, kept) => {
    const { id } = await stage.make();
    expect((await admin.update(id, { note })).note).toBe(kept);
    expect((await stage.entry()).note).toBe(kept);
  });

  it.each(['x'.repeat(501), 'a\u0000b', 'a\u200bb', '\ud800', null, 5])('is not %j', async (note) => {
    const { id } = await stage.make();
    await admin.problem(400, 'invalid_parameter', 'PATCH', `${KEYS}/${id}`, { note });
  });
});

it('Everything that changes stands on the trail, with what it was before', async () => {
  const { id } = await stage.make({ note: 'first', expires_at: '2126-01-01T00:00:00Z' });
  await admin.update(id, { paused: true, note: 'second', allowed_networks: ['::1'], expires_at: null });
  await admin.update(id, { paused: true, note: 'second' }); // changes nothing
  const [updated, created, ...more] = await admin.changes();
  expect(more).toEqual([]);
  expect(created!.details).toEqual({
    scopes: ['device:GetList'],
    note: 'first',
    expires_at: '2126-01-01T00:00:00.000Z',
  });
  expect(updated!.details).toEqual({
    paused: true,
    note: 'second',
    previous_note: 'first',
    allowed_networks: ['::1'],
    previous_allowed_networks: [],
    expires_at: null,
    previous_expires_at: '2126-01-01T00:00:00.000Z',
  });
});
