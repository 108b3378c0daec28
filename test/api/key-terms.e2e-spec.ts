import { FAILURES_OF_AN_ADDRESS } from '../../src/rate-limits/rate-limits.js';
import { appWith } from '../kit/app/app-with.js';
import { anEnterprise } from '../kit/app/builders.js';
import { problemOf } from '../kit/http/api-client.js';
import { BERLIN, DAY_MS, HOUR_MS, inFuture, KEYS, KeyStage, LIST, UNKNOWN_KEY } from './key-stage.js';

// docs/contract.md, 2.7 and 2.13

const HOME = '203.0.113.7';
const ABROAD = '198.51.100.9';
const DETAIL = '/api/v1/device/id/tablet-1';

const stage = new KeyStage();
const { app, admin } = stage;

const statusesOf = async (...keys: { key: string }[]): Promise<number[]> => {
  const statuses = [];
  for (const { key } of keys) statuses.push(await stage.statusWith(key));
  return statuses;
};

const errorsOf = async (terms: object, by = admin): Promise<unknown> => {
  const body = { application: 'x', scopes: ['device:GetList'], ...terms };
  return (await by.problem(400, 'invalid_parameter', 'POST', KEYS, body)).errors;
};

describe('"from then on the key is unknown ... to the second"', () => {
  it('is shown in the time zone of the enterprise, and can be removed', async () => {
    const created = await stage.make({ expires_at: '2126-12-31T23:59:59+02:00' });
    expect(created.expires_at).toBe('2126-12-31T22:59:59.000+01:00');
    expect(await stage.statusWith(created.key)).toBe(200);
    expect((await admin.update(created.id, { expires_at: null })).expires_at).toBeNull();
  });

  it('makes the key invalid from that time on, even if the service has read the key before', async () => {
    const { id, key } = await stage.make({ expires_at: inFuture(HOUR_MS) });
    for (const [left, status] of [
      [HOUR_MS, 200],
      [HOUR_MS / 60, 200],
      [0, 401],
    ] as const) {
      await stage.setColumn(id, 'expires_at', Date.now() + left);
      for (let at = 0; at < 5; at++) expect(await stage.statusWith(key)).toBe(status);
    }
  });

  it('has the same response as an unknown key', async () => {
    const unknown = problemOf(await stage.list(UNKNOWN_KEY), 401, 'invalid_key');
    const ended = await stage.make({ expires_at: inFuture(HOUR_MS) });
    await stage.setColumn(ended.id, 'expires_at', Date.now() - 1);
    const paused = await admin.create('Paused', ['device:GetList'], { paused: true });
    for (const { key } of [ended, paused]) {
      const { body, headers } = await stage.list(key);
      expect({ ...(JSON.parse(body) as object), request_id: '' }).toEqual({ ...unknown, request_id: '' });
      expect(headers['www-authenticate']).toContain('error="invalid_token"');
      expect(headers).not.toHaveProperty('x-key-expires-at');
    }
  });

  it('is compared with the clock of the database, not with that of the instance', async () => {
    const { key } = await stage.make({ expires_at: inFuture(HOUR_MS) });
    const ahead = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * HOUR_MS);
    const status = await stage.statusWith(key).finally(() => ahead.mockRestore());
    expect(status).toBe(200);
  });

  it('must be in the future when it is set, and other changes keep it', async () => {
    const past = inFuture(-1_000);
    expect(await errorsOf({ expires_at: past })).toEqual([
      { parameter: 'expires_at', detail: 'must be in the future' },
    ]);
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

describe('X-Key-Expires-At is sent in the last 14 days of a key', () => {
  const headerOf = async (key: string, path = LIST, more = {}): Promise<[number, unknown]> => {
    const { status, headers } = await stage.customer(key).get(path, more);
    return [status, headers['x-key-expires-at']];
  };

  it('on responses, on 304 and on every refusal after authentication', async () => {
    const { id, key, expires_at } = await stage.make({ expires_at: inFuture(13 * DAY_MS) });
    expect(expires_at).toMatch(BERLIN);
    const { headers } = await stage.list(key);
    const kinds: [number, string, object][] = [
      [200, LIST, {}],
      [304, LIST, { 'if-none-match': headers.etag }],
      [401, LIST, { 'x-enterprise-id': '' }],
      [403, LIST, { 'x-enterprise-id': 'elsewhere' }],
      [403, DETAIL, {}],
      [400, `${LIST}?nonsense=1`, {}],
      [406, LIST, { accept: 'text/html' }],
    ];
    for (const [status, path, more] of kinds)
      expect([path, ...(await headerOf(key, path, more))]).toEqual([path, status, expires_at]);
    await admin.update(id, { allowed_networks: [HOME] });
    expect(await headerOf(key)).toEqual([403, expires_at]);
  });

  it('not before, nor without an expiration', async () => {
    const { id, key } = await stage.make({ expires_at: inFuture(14 * DAY_MS + HOUR_MS) });
    expect(await headerOf(key)).toEqual([200, undefined]);
    const { expires_at } = await admin.update(id, { expires_at: inFuture(14 * DAY_MS - HOUR_MS) });
    expect(await headerOf(key)).toEqual([200, expires_at]);
    await admin.update(id, { expires_at: null });
    expect(await headerOf(key)).toEqual([200, undefined]);
  });
});

it('"`paused`: true: 401 `invalid_key` until it is false again" takes effect with the response, both ways', async () => {
  const { id, key, paused } = await stage.make();
  expect(paused).toBe(false);
  for (const is of [true, false, true, false]) {
    expect((await admin.update(id, { paused: is })).paused).toBe(is);
    expect(await stage.statusWith(key)).toBe(is ? 401 : 200);
  }
});

it.each([
  ['', ''],
  ['  Ask the depot.\r\nRoom 4 ', 'Ask the depot.\nRoom 4'],
  ['😀'.repeat(500), '😀'.repeat(500)],
  ['"\\<b>\u2028', '"\\<b>'],
])('"`note`: up to 500 characters" accepts %j', async (note, kept) => {
  const { id } = await stage.make();
  expect((await admin.update(id, { note })).note).toBe(kept);
  expect((await stage.entry()).note).toBe(kept);
});

it.each<[string, unknown[]]>([
  [
    'expires_at',
    ['2026-12-31', '2126-12-31T23:59:59', '2126-02-30T00:00:00Z', '', 4_102_444_800_000, true, []],
  ],
  ['paused', [0, 1, 'true', null, []]],
  ['note', ['x'.repeat(501), 'a\u0000b', 'a\u200bb', '\ud800', null, 5]],
  ['allowed_networks', [['10.0.0.1/8'], ['depot'], [5], [null], [['10.0.0.1']], '10.0.0.1', null]],
])('refuses a new key with a wrong %s', async (parameter, values) => {
  for (const value of values)
    expect([value, await errorsOf({ [parameter]: value })]).toMatchObject([value, [{ parameter }]]);
});

// The tests connect over the loopback interface, which TRUST_PROXY trusts by default
describe('"`allowed_networks`: from elsewhere 403 `address_not_allowed`"', () => {
  it('"from elsewhere 403 `address_not_allowed`", as soon as the change is returned', async () => {
    const { id, key } = await stage.make();
    const expectStatus = async (status: number, ...addresses: (string | undefined)[]): Promise<void> => {
      for (const from of addresses) expect([from, await stage.statusWith(key, from)]).toEqual([from, status]);
    };
    await expectStatus(200, HOME, ABROAD, undefined);
    const changed = await admin.update(id, { allowed_networks: ['203.0.113.0/24', '2001:DB8:0::/48'] });
    expect(changed.allowed_networks).toEqual(['203.0.113.0/24', '2001:db8::/48']);
    const inside = [HOME, `::ffff:${HOME}`, `${HOME}:4711`, '2001:db8:0:9::1', '[2001:db8::1]:80'];
    await expectStatus(200, ...inside);
    await expectStatus(403, ABROAD, '2001:db8:1::1', `${HOME}, ${ABROAD}`, undefined);
    const refusal = problemOf(await stage.list(key, ABROAD), 403, 'address_not_allowed');
    expect(refusal.detail).toBe('The address of the client is outside the networks that the API key allows.');
    await admin.update(id, { allowed_networks: [] });
    await expectStatus(200, ABROAD);
  });

  it('has at most 50 networks, each once in its normal form', async () => {
    const allowed_networks = Array.from(
      { length: 50 },
      (_, at) => `2001:db8:ffff:ffff:ffff:ffff:ffff:1${at + 100}`,
    );
    expect((await stage.make({ allowed_networks })).allowed_networks).toEqual(allowed_networks);
    expect(await errorsOf({ allowed_networks: [...allowed_networks, HOME] })).toEqual([
      { parameter: 'allowed_networks', detail: 'must contain up to 50 networks' },
    ]);
    for (const twice of [
      [HOME, HOME],
      [HOME, `::ffff:${HOME}`],
      ['10.0.0.1', '10.0.0.1/32'],
      ['::1', '0:0:0:0:0:0:0:1'],
    ])
      expect(await errorsOf({ allowed_networks: twice })).toEqual([
        { parameter: 'allowed_networks', detail: 'must not contain a network twice' },
      ]);
  });
});

it('"key (with its end and pause), networks, enterprise, scope, rate, parameters, existence" is the order of the checks', async () => {
  const { id, key } = await stage.make({ allowed_networks: [HOME], paused: true }, ['device:GetDetail']);
  const absent = '/api/v1/device/id/nowhere';
  const codeOf = async (from: string, path: string, more = {}): Promise<unknown> => {
    const { body } = await stage.customer(key).get(path, { 'x-forwarded-for': from, ...more });
    return (JSON.parse(body) as { code?: unknown }).code;
  };
  await app.anonymous.problem(`${absent}?x=1`, 401, 'missing_credentials');
  expect(await codeOf(ABROAD, `${LIST}?x=1`, { 'x-enterprise-id': '' })).toBe('invalid_key');
  await admin.update(id, { paused: false });
  for (const enterprise of ['', 'other'])
    expect(await codeOf(ABROAD, LIST, { 'x-enterprise-id': enterprise })).toBe('address_not_allowed');
  expect(await codeOf(HOME, `${LIST}?x=1`, { 'x-enterprise-id': '' })).toBe('missing_enterprise');
  expect(await codeOf(HOME, `${LIST}?x=1`, { 'x-enterprise-id': 'other' })).toBe('enterprise_mismatch');
  expect(await codeOf(HOME, `${LIST}?x=1`)).toBe('insufficient_scope');
  expect(await codeOf(HOME, '/api/v1/device-location/bulk')).toBe('insufficient_scope');
  expect(await codeOf(HOME, `${absent}?x=1`)).toBe('invalid_parameter');
  expect(await codeOf(HOME, absent, { accept: 'text/html' })).toBe('not_acceptable');
  expect(await codeOf(HOME, absent)).toBe('device_not_found');
});

describe('The old key works during its overlap, at most one at a time', () => {
  it('until it expires, as the key shows', async () => {
    const old = await stage.make();
    const before = Date.now();
    const fresh = await admin.regenerate(old.id, { overlap_hours: 24 });
    const until = Date.parse(fresh.old_key_until!);
    expect(until - before).toBeGreaterThanOrEqual(DAY_MS - 5);
    expect(until - Date.now()).toBeLessThanOrEqual(DAY_MS + 5);
    expect(await statusesOf(old, fresh)).toEqual([200, 200]);
    expect((await stage.list(old.key)).headers['x-key-expires-at']).toBe(fresh.old_key_until);
    expect((await stage.list(fresh.key)).headers).not.toHaveProperty('x-key-expires-at');
    await stage.setColumn(old.id, 'old_key_until', Date.now() - 1);
    expect(await statusesOf(old, fresh)).toEqual([401, 200]);
    expect(await stage.entry()).toMatchObject({ old_key_until: null, old_key_last_used_at: null });
    await admin.problem(404, 'old_key_not_found', 'DELETE', `${KEYS}/${old.id}/old-key`);
  });

  it('until the key is regenerated again, with an overlap or without', async () => {
    const first = await stage.make();
    const second = await admin.regenerate(first.id, { overlap_hours: 1 });
    const third = await admin.regenerate(first.id, { overlap_hours: 168 });
    expect(await statusesOf(first, second, third)).toEqual([401, 200, 200]);
    const fourth = await admin.regenerate(first.id);
    expect(fourth.old_key_until).toBeNull();
    expect(await statusesOf(first, second, third, fourth)).toEqual([401, 401, 401, 200]);
  });

  it('until it is revoked, and a second revocation fails', async () => {
    const old = await stage.make();
    await admin.problem(404, 'old_key_not_found', 'DELETE', `${KEYS}/${old.id}/old-key`);
    await admin.problem(404, 'api_key_not_found', 'DELETE', `${KEYS}/no-such-id/old-key`);
    const fresh = await admin.regenerate(old.id, { overlap_hours: 3 });
    await admin.revokeOldKey(old.id);
    expect(await statusesOf(old, fresh)).toEqual([401, 200]);
    const { old_key_until, updated_at } = await stage.entry();
    expect([old_key_until, updated_at > fresh.updated_at]).toEqual([null, true]);
    await admin.problem(404, 'old_key_not_found', 'DELETE', `${KEYS}/${old.id}/old-key`);
  });

  it('until the key is deleted', async () => {
    const old = await stage.make();
    const fresh = await admin.regenerate(old.id, { overlap_hours: 2 });
    await admin.delete(old.id);
    expect(await statusesOf(old, fresh)).toEqual([401, 401]);
  });
});

it('"under the same scopes, pause, networks, end and rate budget" both keys are checked alike', async () => {
  const old = await stage.make();
  const fresh = await admin.regenerate(old.id, { overlap_hours: 2 });
  for (const [change, back, status] of [
    [{ scopes: ['device:GetDetail'] }, { scopes: ['device:GetList'] }, 403],
    [{ paused: true }, { paused: false }, 401],
    [{ allowed_networks: [HOME] }, { allowed_networks: [] }, 403],
  ] as const) {
    await admin.update(old.id, change);
    expect(await statusesOf(old, fresh)).toEqual([status, status]);
    await admin.update(old.id, back);
    expect(await statusesOf(old, fresh)).toEqual([200, 200]);
  }
  const { expires_at } = await admin.update(old.id, { expires_at: inFuture(HOUR_MS) });
  expect((await stage.list(old.key)).headers['x-key-expires-at']).toBe(expires_at);
  await stage.setColumn(old.id, 'expires_at', Date.now() - 1);
  expect(await statusesOf(old, fresh)).toEqual([401, 401]);
});

describe('The body', () => {
  it.each([undefined, null, {}, { overlap_hours: 0 }])('can be %j', async (body) => {
    const { id, key } = await stage.make();
    expect((await admin.call('POST', `${KEYS}/${id}/regenerate`, body)).status).toBe(200);
    expect(await stage.statusWith(key)).toBe(401);
  });

  const HOURS = [-1, 169, 1.5, '24', null].map((overlap_hours) => ({ overlap_hours }));
  it.each([...HOURS, { hours: 24 }, [1], 'x'])('cannot be %j', async (body) => {
    const { id, key } = await stage.make();
    await admin.problem(400, 'invalid_parameter', 'POST', `${KEYS}/${id}/regenerate`, body);
    expect(await stage.statusWith(key)).toBe(200);
  });
});

describe('The last use', () => {
  it('is shown in the time zone of the enterprise, and does not pass to the key that replaces it', async () => {
    const { key, ...entry } = await stage.make();
    const before = Date.now();
    await stage.statusWith(key);
    const { last_used_at, ...listed } = await stage.entry();
    expect(last_used_at).toMatch(BERLIN);
    expect(Date.parse(last_used_at!)).toBeGreaterThanOrEqual(before);
    expect({ ...listed, last_used_at: null }).toEqual(entry);
    await admin.regenerate(entry.id);
    expect((await stage.entry()).last_used_at).toBeNull();
  });

  it('is written for every key, also after a refused request or an invalid address from a proxy', async () => {
    const strange = await stage.make();
    const narrow = await admin.create('Narrow', ['device:GetDetail']);
    expect(await stage.statusWith(strange.key, 'q'.repeat(300))).toBe(200);
    expect(await stage.statusWith(narrow.key)).toBe(403);
    for (const { last_used_at } of await admin.list()) expect(last_used_at).toMatch(BERLIN);
  });

  it('is separate for the old and the new key', async () => {
    const old = await stage.make();
    await stage.statusWith(old.key);
    const fresh = await admin.regenerate(old.id, { overlap_hours: 2 });
    const first = await stage.entry();
    expect(first.last_used_at).toBeNull();
    expect(first.old_key_last_used_at).not.toBeNull();
    await stage.statusWith(fresh.key);
    const second = await stage.entry();
    expect(second.last_used_at! > first.old_key_last_used_at!).toBe(true);
    expect(second.old_key_last_used_at).toBe(first.old_key_last_used_at);
    await stage.statusWith(old.key);
    expect((await stage.entry()).old_key_last_used_at! > second.last_used_at!).toBe(true);
  });
});

it('The audit log records every change with the old values', async () => {
  const { id } = await stage.make({ note: 'first', expires_at: '2126-01-01T00:00:00Z' });
  await admin.update(id, { paused: true, note: 'second', allowed_networks: ['::1'], expires_at: null });
  await admin.update(id, { paused: true, note: 'second' });
  await admin.regenerate(id, { overlap_hours: 3 });
  await admin.revokeOldKey(id);
  const [ended, regenerated, updated, created, ...more] = await admin.changeEvents();
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
  expect(regenerated).toMatchObject({ action: 'api_key.regenerated', details: { overlap_hours: 3 } });
  expect(ended).toMatchObject({ action: 'api_key.old_key_ended', api_key_id: id, details: {} });
});

describe('With a limit of requests', () => {
  const limited = new KeyStage({ RATE_LIMIT: '50/100s' });

  it('both keys share one budget', async () => {
    const old = await limited.make();
    const fresh = await limited.admin.regenerate(old.id, { overlap_hours: 2 });
    expect((await limited.list(old.key)).headers.ratelimit).toMatch(/r=49;/);
    expect((await limited.list(fresh.key)).headers.ratelimit).toMatch(/r=48;/);
  });

  it('X-Key-Expires-At is in a refusal of the limit too', async () => {
    const { key, expires_at } = await limited.make({ expires_at: inFuture(HOUR_MS) });
    for (let at = 0; at < 50; at++) await limited.list(key);
    const { status, headers } = await limited.list(key);
    expect([status, headers['x-key-expires-at']]).toEqual([429, expires_at]);
  });

  it('"a refused address is no failed authentication", not a use of the key, and not part of its budget', async () => {
    const { key } = await limited.make({ allowed_networks: [HOME] });
    for (let at = 0; at <= FAILURES_OF_AN_ADDRESS.limit; at++)
      expect(await limited.statusWith(key, ABROAD)).toBe(403);
    const otherKey = await limited.admin.create('Elsewhere', ['device:GetList']);
    expect(await limited.statusWith(otherKey.key, ABROAD)).toBe(200);
    const lastUses = async () =>
      (await limited.admin.list()).map(({ last_used_at }) => last_used_at !== null);
    expect(await lastUses()).toEqual([false, true]);
    expect((await limited.list(key, HOME)).headers.ratelimit).toMatch(/"default";r=49;/);
    expect(await lastUses()).toEqual([true, true]);
  });
});

describe('With MAX_KEY_DAYS', () => {
  const bounded = new KeyStage({ MAX_KEY_DAYS: '90' });
  const REQUIRED = [
    { parameter: 'expires_at', detail: 'is required, and must be at most 90 days in the future' },
  ];
  const TOO_FAR = [{ parameter: 'expires_at', detail: 'must be at most 90 days in the future' }];

  it('keys without an expiration within the limit are refused', async () => {
    for (const [expires_at, wrong] of [
      [undefined, REQUIRED],
      [null, REQUIRED],
      [inFuture(90 * DAY_MS + 5_000), TOO_FAR],
    ])
      expect(await errorsOf({ expires_at }, bounded.admin)).toEqual(wrong);
    expect(await bounded.admin.list()).toEqual([]);
    const { id } = await bounded.make({ expires_at: inFuture(90 * DAY_MS - 5_000) });
    for (const [expires_at, wrong] of [
      [null, REQUIRED],
      [inFuture(91 * DAY_MS), TOO_FAR],
    ]) {
      const change = ['PATCH', `${KEYS}/${id}`, { expires_at }] as const;
      expect((await bounded.admin.problem(400, 'invalid_parameter', ...change)).errors).toEqual(wrong);
    }
  });

  it('a key from before the setting keeps its expiration after other changes and a new secret', async () => {
    const { id, key } = await bounded.make({ expires_at: inFuture(DAY_MS) });
    await bounded.app.dataSource.query('UPDATE api_keys SET expires_at = NULL WHERE id = ?', [id]);
    expect(await bounded.statusWith(key)).toBe(200);
    expect((await bounded.admin.update(id, { note: 'old', expires_at: null })).expires_at).toBeNull();
    expect((await bounded.admin.regenerate(id)).expires_at).toBeNull();
  });

  it('the key conditions contain the limit and the client address', async () => {
    expect(await bounded.admin.client.object('/internal/v1/key-conditions')).toEqual({
      max_key_days: 90,
      address: expect.stringMatching(/127\.0\.0\.1$/) as string,
      address_unclear: false,
    });
  });
});

const behindProxy = appWith({ enterprises: [anEnterprise()] }, { TRUST_PROXY: '10.0.0.0/8' });

it('Behind a proxy that is not in TRUST_PROXY, the address is that of the proxy, and the key conditions report it as unclear', async () => {
  const client = behindProxy.admin('acme');
  const path = '/internal/v1/key-conditions';
  expect(await client.object(path)).toMatchObject({ address_unclear: false });
  expect(await client.with({ 'x-forwarded-for': HOME }).object(path)).toMatchObject({
    address: expect.stringMatching(/127\.0\.0\.1$/) as string,
    address_unclear: true,
  });
});
