import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { aFleet } from '../kit/app/app-with.js';
import { ApiClient } from '../kit/http/api-client.js';
import { DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { eventually } from '../kit/process/patience.js';
import { PrivateRedis } from '../kit/database/private-redis.js';

const DETAIL = `/api/v1/device/id/${DEVICE_ID}`;
const LIMIT = 1000;

/** What is left according to an answer, which must be a success. */
async function left(client: ApiClient): Promise<number> {
  const { status, headers } = await client.get(DETAIL);
  expect(status).toBe(200);
  return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
}

describe('With REDIS_URL', () => {
  let redis: PrivateRedis;
  let apps: TestApp[];
  /** The same customer at each of two instances. */
  let one: ApiClient;
  let other: ApiClient;

  beforeEach(async () => {
    redis = await PrivateRedis.start();
    const env = { RATE_LIMIT: `${LIMIT}/100s`, REDIS_URL: redis.url };
    const first = await createTestApp(env);
    // another process would not share more than this instance does
    apps = [first, await createTestApp({ ...env, DATABASE_URL: first.databaseUrl })];
    await first.load(aFleet());
    one = await first.customer(ENTERPRISE_ID);
    other = new ApiClient(apps[1]!.url, one.headers);
    await eventually(sharesCounts);
  });
  afterEach(async () => {
    redis.thaw();
    for (const app of apps.reverse()) await app.close();
    await redis.kill();
  });

  async function sharesCounts(): Promise<boolean> {
    const [mine, theirs] = [await left(one), await left(other)];
    return theirs === mine - 1;
  }

  it('instances share the budget of a key', async () => {
    const before = await left(one);
    expect(await left(other)).toBe(before - 1);
    expect(await left(one)).toBe(before - 2);
  });

  it('each instance counts alone while Redis is gone, answers all the same, and shares again after', async () => {
    await redis.kill();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => left(at % 2 === 0 ? one : other)),
    );
    expect(Math.min(...answers)).toBeGreaterThanOrEqual(LIMIT - 25);
    expect(await sharesCounts()).toBe(false);
    await redis.start();
    await eventually(sharesCounts);
  });

  it('a frozen Redis holds nobody up: a request waits once for a quarter of a second, the next not at all', async () => {
    redis.freeze();
    const started = Date.now();
    await Promise.all(Array.from({ length: 20 }, () => left(one)));
    expect(Date.now() - started).toBeLessThan(1_000);
    const again = Date.now();
    for (let at = 0; at < 20; at++) await left(one);
    expect(Date.now() - again).toBeLessThan(1_000);
    redis.thaw();
    await eventually(sharesCounts);
  });

  it('failures of an address count at all instances', async () => {
    const guess = (client: ApiClient) => client.with({ authorization: 'Bearer nonsense' }).get(DETAIL);
    for (let at = 0; at < 15; at++) await guess(one);
    for (let at = 0; at < 15; at++) await guess(other);
    expect((await guess(other)).status).toBe(429);
  });
});

describe('Where Redis cannot be reached from the start', () => {
  it.each(['refuses connections', 'accepts them and never answers'])(
    'the service works: it %s',
    async (how) => {
      const sockets = new Set<Socket>();
      const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined))).listen(
        0,
        '127.0.0.1',
      );
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      if (how === 'refuses connections') silent.close();

      const app = await createTestApp({ RATE_LIMIT: '3/100s', REDIS_URL: `redis://127.0.0.1:${port}` });
      await app.load(aFleet());
      const client = await app.customer(ENTERPRISE_ID);
      const started = Date.now();
      expect([await left(client), await left(client), await left(client)]).toEqual([2, 1, 0]);
      await client.problem(DETAIL, 429, 'rate_limited');
      expect(Date.now() - started).toBeLessThan(1_000);
      await app.close();
      for (const socket of sockets) socket.destroy();
      silent.close();
    },
  );
});
