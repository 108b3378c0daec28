import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { newKey } from '../../src/auth/key-format.js';
import { PRODUCTION_RATES } from '../../src/modules/sign-in/sign-in-limits.js';
import { Counter, SHARED_COUNTS } from '../../src/rate-limits/rate-limits.js';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aLocation, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { TestApp } from '../kit/app/test-app.js';
import { PrivateRedis } from '../kit/database/private-redis.js';
import { ApiClient } from '../kit/http/api-client.js';
import { RawAgent } from '../kit/mcp/agent.js';
import { eventually, retryOn503 } from '../kit/process/retry.js';
import { addressOf, FLEET_FORMS, withQuery } from '../kit/specification/specification.js';
import { BULK, disconnect, requestWithoutReading } from '../streams/unread.js';

const LIST = '/device';
const DETAIL = `/api/v1/device/id/${DEVICE_ID}`;
const KEYS = '/internal/v1/api-keys';

const FLEET = aFleet({ enterprises: [anEnterprise(), anEnterprise({ id: 'other' })] });
const TIGHT = { RATE_LIMIT: '8/100s', RATE_LIMIT_BULK: '3/60s' };

async function left(client: ApiClient, path: string): Promise<{ status: number; left: number[] }> {
  const { status, headers } = await retryOn503(() => client.get(path));
  const limits = String(headers.ratelimit).matchAll(/"\w+";r=(\d+);t=\d+/g);
  return { status, left: [...limits].map(([, rest]) => Number(rest)) };
}

describe('The limit of a key', () => {
  const app = appWith(FLEET, TIGHT);
  let client: ApiClient;
  beforeEach(async () => (client = await app.customer(ENTERPRISE_ID)));

  it('is in the headers of the IETF draft on every response', async () => {
    const { headers } = await client.get(DETAIL);
    expect(headers['ratelimit-policy']).toBe('"default";q=8;w=100');
    expect(headers.ratelimit).toBe('"default";r=7;t=100');
  });

  it('is one budget for all scopes and all forms of their paths', async () => {
    const seen = [];
    const alternates = [LIST, `/device/${DEVICE_ID}/`, `/device/${DEVICE_ID}/datausage`];
    for (const path of ['/api/v1/device/', DETAIL, ...alternates])
      seen.push(...(await left(client, path)).left);
    expect(seen).toEqual([7, 6, 5, 4, 3]);
  });

  it('counts HEAD and responses to invalid parameters, missing devices and unavailable formats', async () => {
    expect((await client.head(DETAIL)).headers.ratelimit).toMatch(/r=7/);
    expect(await left(client, `${DETAIL}?nonsense=1`)).toEqual({ status: 400, left: [6] });
    expect(await left(client, '/api/v1/device/id/nowhere')).toEqual({ status: 404, left: [5] });
    expect(await left(client.with({ accept: 'text/html' }), DETAIL)).toEqual({ status: 406, left: [4] });
  });

  it('is in refusals of the enterprise or scope, which do not count', async () => {
    const narrow = await app.customer(ENTERPRISE_ID, ['device:GetList']);
    expect(await left(narrow, LIST)).toEqual({ status: 200, left: [7] });
    expect(await left(narrow, DETAIL)).toEqual({ status: 403, left: [7] });
    const elsewhere = narrow.with({ 'x-enterprise-id': 'other' });
    expect(await left(elsewhere, LIST)).toEqual({ status: 403, left: [7] });
    const nowhere = narrow.with({ 'x-enterprise-id': undefined });
    expect(await left(nowhere, LIST)).toEqual({ status: 401, left: [7] });
    expect(await left(narrow, LIST)).toEqual({ status: 200, left: [6] });
  });

  it('is checked before parameters and existence, but after the scope', async () => {
    const narrow = await app.customer(ENTERPRISE_ID, ['device:GetDetail', 'device:GetLocation']);
    for (let at = 0; at < 8; at++) await narrow.get(DETAIL);
    const { headers } = await narrow.get(DETAIL);
    expect(headers.ratelimit).toMatch(/^"default";r=0;t=\d+$/);
    expect(headers['retry-after']).toBe(/t=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    for (const path of [`${DETAIL}?nonsense=1`, '/api/v1/device/id/nowhere', BULK])
      await narrow.problem(path, 429, 'rate_limited');
    await narrow.problem(LIST, 403, 'insufficient_scope');
  });

  it('is separate for each key', async () => {
    await client.get(DETAIL);
    expect(await left(await app.customer(ENTERPRISE_ID), DETAIL)).toEqual({ status: 200, left: [7] });
  });

  it('has a second budget for bulk requests, which count in both', async () => {
    const { headers } = await retryOn503(() => client.get(BULK));
    expect(headers['ratelimit-policy']).toBe(
      '"default";q=8;w=100, "bulk";q=3;w=60, "bulk-concurrent";q=4;qu="concurrent-requests"',
    );
    expect(headers.ratelimit).toBe('"default";r=7;t=100, "bulk";r=2;t=60, "bulk-concurrent";r=3');
    expect(await left(client, DETAIL)).toEqual({ status: 200, left: [6] });
    expect(await left(client, BULK)).toEqual({ status: 200, left: [5, 1] });
    expect(await left(client, BULK)).toEqual({ status: 200, left: [4, 0] });
    const refused = await retryOn503(() => client.get(BULK));
    const [, seconds] = /"bulk";r=0;t=(\d+)/.exec(String(refused.headers.ratelimit)) ?? [];
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, seconds]);
    expect(await left(client, DETAIL)).toEqual({ status: 200, left: [2] });
  });

  it('returns the bulk unit of a request that fails with 400, but checks the limit first', async () => {
    const wrong = `${BULK}&startdate=1`;
    for (const rest of [7, 6]) expect(await left(client, wrong)).toEqual({ status: 400, left: [rest, 3] });
    expect((await client.get(wrong)).headers.ratelimit).toMatch(/, "bulk-concurrent";r=3$/);
    for (const rest of [2, 1, 0]) expect((await left(client, BULK)).left[1]).toBe(rest);
    expect(await left(client, wrong)).toMatchObject({ status: 429 });
  });

  it('shows the free slots when the scope is missing too', async () => {
    const narrow = await app.customer(ENTERPRISE_ID, ['device:GetList']);
    const { status, headers } = await narrow.get(BULK);
    expect(status).toBe(403);
    expect(headers.ratelimit).toBe('"default";r=8;t=100, "bulk";r=3;t=60, "bulk-concurrent";r=4');
  });

  it.each([
    '/api/v1/device/datausage/summary?startdate=2026-03-29&enddate=2026-03-29',
    '/api/v1/device/screentime/summary?startdate=2026-03-29&enddate=2026-03-29',
    '/api/v1/device-location/latest',
  ])('counts %s as a bulk request, also with If-None-Match', async (path) => {
    expect(await left(client, path)).toEqual({ status: 200, left: [7, 2] });
    expect(await left(client.with({ 'if-none-match': '*' }), path)).toEqual({ status: 200, left: [6, 1] });
    expect(await left(client, withQuery(path, 'unknown=1'))).toEqual({ status: 400, left: [5, 1] });
    expect(await left(client, path)).toEqual({ status: 200, left: [4, 0] });
    expect((await client.get(path)).status).toBe(429);
  });

  it.each(FLEET_FORMS)('is the same for $path, in any format', async (form) => {
    const path = addressOf(form, DEVICE_ID);
    expect(await left(client, path)).toEqual({ status: 200, left: [7, 2] });
    expect(await left(client, withQuery(path, 'format=parquet'))).toEqual({ status: 200, left: [6, 1] });
    expect((await retryOn503(() => client.head(path))).headers.ratelimit).toMatch(/"bulk";r=0;/);
    expect((await retryOn503(() => client.get(BULK))).status).toBe(429);
  });
});

const overLimit = customerOf(appWith(FLEET, { RATE_LIMIT: '2/2s' }));

it('A key over its limit is accepted again after the seconds of Retry-After', async () => {
  await overLimit.get(DETAIL);
  await wait(700);
  await overLimit.get(DETAIL);
  const { status, headers } = await overLimit.get(DETAIL);
  expect(status).toBe(429);
  await wait(Number(headers['retry-after']) * 1000);
  expect(await left(overLimit, DETAIL)).toEqual({ status: 200, left: [1] });
});

const withoutBulkLimit = customerOf(appWith(FLEET, { ...TIGHT, RATE_LIMIT_BULK: 'off' }));

it('RATE_LIMIT_BULK=off leaves bulk requests to the limit of all requests', async () => {
  expect(await left(withoutBulkLimit, BULK)).toEqual({ status: 200, left: [7] });
});

const unlimited = customerOf(appWith(FLEET, { RATE_LIMIT: 'off', RATE_LIMIT_BULK: '1/60s' }));

it('RATE_LIMIT=off removes every limit and its headers, including that of failed authentication', async () => {
  for (let at = 0; at < 3; at++) {
    const { status, headers } = await retryOn503(() => unlimited.get(BULK));
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('ratelimit');
    expect(headers).not.toHaveProperty('ratelimit-policy');
  }
  for (let at = 0; at < 40; at++)
    await unlimited.with({ authorization: 'Bearer wrong' }).problem(DETAIL, 401, 'invalid_key');
});

describe('Bulk responses', () => {
  // More than the sockets on both sides buffer, so that a response runs until its client reads
  const text = 'x'.repeat(480);
  const locations = Array.from({ length: 16_000 }, () => aLocation({ provider: text, geofence_id: text }));
  const app = appWith(aFleet({ locations }), { RATE_LIMIT: '1000/100s', RATE_LIMIT_BULK: '100/60s' });
  const greedy = customerOf(app);
  const modest = customerOf(app);
  afterEach(() => disconnect(app));

  it('A key can have four bulk responses at the same time: a fifth has a Retry-After, and other keys are not affected', async () => {
    const running = await Promise.all([1, 2, 3, 4].map(() => requestWithoutReading(greedy)));
    expect(running.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);

    const fifth = await retryOn503(() => greedy.get(BULK));
    expect(fifth.status).toBe(429);
    expect(Number(fifth.headers['retry-after'])).toBeGreaterThan(0);
    expect(fifth.headers.ratelimit).toMatch(/"bulk";r=96;t=\d+, "bulk-concurrent";r=0$/);
    expect((await greedy.get(LIST)).status).toBe(200);
    expect((await retryOn503(() => modest.head(BULK))).status).toBe(200);

    await disconnect(app);
    expect((await retryOn503(() => greedy.head(BULK))).status).toBe(200);
  });

  it('A tool call uses a slot too, and without a free slot it is a tool error that names the seconds to wait', async () => {
    const { key } = await app.createKey(ENTERPRISE_ID, undefined, { mcp: true });
    const agent = new RawAgent(app.url, key);
    const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID };
    await Promise.all([1, 2, 3, 4].map(() => requestWithoutReading(app.anonymous.with(headers))));
    const { isError, text } = await agent.call('latest_locations');
    expect([isError, text]).toEqual([true, expect.stringMatching(/Try again in \d+ seconds?\.$/)]);
    expect((await agent.call('find_devices')).isError).toBe(false);
    await disconnect(app);
    expect((await agent.call('latest_locations')).isError).toBe(false);
  });
});

const from = (client: ApiClient, address: string): ApiClient => client.with({ 'x-forwarded-for': address });
const guess = async (client: ApiClient): Promise<number> =>
  (await client.with({ authorization: `Bearer ${newKey()}` }).get(LIST)).status;

async function fail(client: ApiClient, times: number): Promise<number[]> {
  const statuses = [];
  for (let at = 0; at < times; at++) statuses.push(await guess(client));
  return statuses;
}

describe('An address that fails to authenticate', () => {
  const app = appWith(FLEET, { RATE_LIMIT: '1000/100s' });
  const client = customerOf(app);
  let addresses = 0;
  let address: string;
  beforeEach(() => (address = `192.0.2.${++addresses}`));

  const statusOf = async (of: ApiClient, path = LIST): Promise<number> =>
    (await from(of, address).get(path)).status;

  it('is refused after 30 failures in a minute, with the seconds to wait', async () => {
    const guest = from(client, address);
    expect(await fail(guest, 30)).toEqual(Array.from({ length: 30 }, () => 401));
    const { status, headers } = await guest.with({ authorization: `Bearer ${newKey()}` }).get(LIST);
    expect(status).toBe(429);
    expect(headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(headers['ratelimit-policy']).toBe('"authentication";q=30;w=60');
    expect(headers.ratelimit).toMatch(/^"authentication";r=0;t=\d+$/);
  });

  const lookedUp = async () => (await app.metrics()).get('key_look_up_batch_size_sum');

  it('causes no more database lookups', async () => {
    const guest = from(client, address);
    await Promise.all(Array.from({ length: 40 }, () => guess(guest)));
    const before = await lookedUp();
    const statuses = await Promise.all(Array.from({ length: 200 }, () => guess(guest)));
    expect(new Set(statuses)).toEqual(new Set([429]));
    expect(before).toBeGreaterThan(0);
    expect(await lookedUp()).toBe(before);
  });

  it('causes no database lookup with a key of the wrong checksum', async () => {
    const unknown = newKey();
    const wrong = `${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`;
    const withKey = (key: string) => client.with({ authorization: `Bearer ${key}` });
    const before = (await lookedUp()) ?? 0;
    expect(await statusOf(withKey(wrong))).toBe(401);
    expect((await lookedUp()) ?? 0).toBe(before);
    expect(await statusOf(withKey(unknown))).toBe(401);
    expect(await lookedUp()).toBe(before + 1);
  });

  it('blocks all keys except those that were valid from that address', async () => {
    const otherCustomer = await app.customer(ENTERPRISE_ID);
    expect(await statusOf(client)).toBe(200);
    await fail(from(client, address), 31);
    expect(await statusOf(client)).toBe(200);
    expect(await statusOf(otherCustomer)).toBe(429);
    expect((await from(otherCustomer, '198.51.100.1').get(LIST)).status).toBe(200);
  });

  it('blocks a key that is no longer valid', async () => {
    const { id, key } = await app.createKey(ENTERPRISE_ID);
    const former = client.with({ authorization: `Bearer ${key}` });
    expect(await statusOf(former)).toBe(200);
    await fail(from(client, address), 31);
    expect(await statusOf(former)).toBe(200);
    await app.admin(ENTERPRISE_ID).delete(`${KEYS}/${id}`);
    expect([await statusOf(former), await statusOf(former)]).toEqual([401, 429]);
  });

  it('fails with malformed keys and with admin tokens', async () => {
    const guest = from(client, address).with({ authorization: 'Bearer nonsense' });
    for (let at = 0; at < 15; at++)
      for (const path of [LIST, KEYS]) await guest.problem(path, 401, 'invalid_key');
    for (const path of [LIST, KEYS]) await guest.problem(path, 429, 'rate_limited');
    await guest.with({ authorization: undefined }).problem(LIST, 401, 'missing_credentials');
  });

  it('does not block an administrator with the same address', async () => {
    const admin = app.admin(ENTERPRISE_ID);
    expect(await statusOf(admin, KEYS)).toBe(200);
    await fail(from(client, address), 31);
    expect(await statusOf(admin, KEYS)).toBe(200);
    await fail(from(client, '198.51.100.2'), 31);
    expect((await from(admin, '198.51.100.2').get(KEYS)).status).toBe(429);
  });

  it('is a whole IPv6 network, of which one customer has every address', async () => {
    await fail(from(client, '2001:db8:0:7::1'), 30);
    expect(await guess(from(client, '2001:db8:0:7:ffff::2'))).toBe(429);
    expect(await guess(from(client, '2001:db8:0:8::1'))).toBe(401);
  });
});

describe('With REDIS_URL', () => {
  const LIMIT = 1000;
  let redis: PrivateRedis;
  let apps: TestApp[];
  let client1: ApiClient;
  let client2: ApiClient;

  const leftAt = async (client: ApiClient): Promise<number> => {
    const found = await left(client, DETAIL);
    expect(found.status).toBe(200);
    return found.left[0]!;
  };
  const sharesCounts = async (): Promise<boolean> => {
    const mine = await leftAt(client1);
    const theirs = await leftAt(client2);
    return theirs === mine - 1;
  };

  beforeAll(async () => {
    redis = await PrivateRedis.start();
    const env = { RATE_LIMIT: `${LIMIT}/100s`, REDIS_URL: redis.url };
    const first = await TestApp.start(env);
    // Two instances in one process share no more than two processes do
    apps = [first, await TestApp.start({ ...env, DATABASE_URL: first.databaseUrl })];
    await first.load(FLEET);
  });
  beforeEach(async () => {
    client1 = await apps[0]!.customer(ENTERPRISE_ID);
    client2 = new ApiClient(apps[1]!.url, client1.headers);
    await eventually(sharesCounts);
  });
  afterEach(() => redis.thaw());
  afterAll(async () => {
    for (const app of apps.reverse()) await app.close();
    await redis.kill();
  });

  it('instances share the budget of a key', async () => {
    const before = await leftAt(client1);
    expect(await leftAt(client2)).toBe(before - 1);
    expect(await leftAt(client1)).toBe(before - 2);
  });

  it('a bulk request that fails with 400 counts at no instance', async () => {
    const restAt = async (client: ApiClient, path: string): Promise<number> =>
      (await left(client, path)).left[1]!;
    expect(await restAt(client1, BULK)).toBe(29);
    for (const client of [client1, client2]) expect(await restAt(client, `${BULK}&unknown=1`)).toBe(29);
    expect(await restAt(client2, BULK)).toBe(28);
  });

  it('a refund frees the budget, also if a request was refused before it', async () => {
    const bulk = new Counter('refunded', { limit: 2, seconds: 60 }, apps[0]!.nest.get<Redis>(SHARED_COUNTS));
    for (const exceeded of [false, false, true]) expect(await bulk.add('key')).toMatchObject({ exceeded });
    for (const left of [0, 1]) expect(await bulk.refund('key')).toMatchObject({ left });
    expect(await bulk.add('key')).toMatchObject({ exceeded: false, left: 0 });
  });

  it('failures of an address count at all instances', async () => {
    for (const client of [client1, client2]) await fail(from(client, '192.0.2.1'), 15);
    expect(await guess(from(client2, '192.0.2.1'))).toBe(429);
  });

  it('failures of an address count while Redis refuses writes', async () => {
    await redis.configure('min-replicas-to-write', '1');
    try {
      await fail(from(client1, '192.0.2.2'), 30);
      expect(await guess(from(client1, '192.0.2.2'))).toBe(429);
    } finally {
      await redis.configure('min-replicas-to-write', '0');
    }
  });

  it('failed sign-ins count at all instances, also with RATE_LIMIT=off', async () => {
    const env = { RATE_LIMIT: 'off', REDIS_URL: redis.url };
    const lax: TestApp[] = [];
    for (let at = 0; at < 2; at++) lax.push(await TestApp.start(env, undefined, { rates: PRODUCTION_RATES }));
    const body = { email: 'none@acme.example', password: 'wrong password, really' };
    const signInAt = ({ anonymous }: TestApp) => anonymous.post('/portal/api/session', body);
    await eventually(() => lax.every(({ nest }) => nest.get<Redis>(SHARED_COUNTS).status === 'ready'));
    const statuses = [];
    for (let at = 0; at < 12; at++) statuses.push((await signInAt(lax[at % 2]!)).status);
    for (const app of lax) await app.close();
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it('each instance counts alone while Redis is down, responds to requests, and shares its counts again later', async () => {
    const redisUp = async () => (await apps[0]!.metrics()).get('device_api_redis_up');
    expect(await redisUp()).toBe(1);
    await redis.kill();
    const calls = Array.from({ length: 40 }, (_, at) => leftAt(at % 2 === 0 ? client1 : client2));
    const rests = await Promise.all(calls);
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(LIMIT - 25);
    expect(await sharesCounts()).toBe(false);
    expect(await redisUp()).toBe(0);
    await redis.start();
    await eventually(sharesCounts);
    expect(await redisUp()).toBe(1);
  });

  it('a frozen Redis delays one request by a quarter of a second, and the next not at all', async () => {
    redis.freeze();
    const started = Date.now();
    await Promise.all(Array.from({ length: 20 }, () => leftAt(client1)));
    expect(Date.now() - started).toBeLessThan(1_000);
    const again = Date.now();
    for (let at = 0; at < 20; at++) await leftAt(client1);
    expect(Date.now() - again).toBeLessThan(1_000);
    expect(await sharesCounts()).toBe(false);
    redis.thaw();
    await eventually(sharesCounts);
  });
});

it.each(['refuses connections', 'never responds'])(
  'The service works if Redis is unreachable from the start: it %s',
  async (failure) => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    if (failure === 'refuses connections') silent.close();

    const app = await TestApp.start({ RATE_LIMIT: '3/100s', REDIS_URL: `redis://127.0.0.1:${port}` });
    await app.load(FLEET);
    const client = await app.customer(ENTERPRISE_ID);
    const started = Date.now();
    for (const rest of [2, 1, 0]) expect(await left(client, DETAIL)).toEqual({ status: 200, left: [rest] });
    await client.problem(DETAIL, 429, 'rate_limited');
    expect(Date.now() - started).toBeLessThan(1_000);
    await app.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  },
);
