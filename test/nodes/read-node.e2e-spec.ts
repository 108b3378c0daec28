import { setTimeout as wait } from 'node:timers/promises';
import { aDataUsage, aDevice, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { TestApp } from '../kit/app/test-app.js';
import { createDatabase, engine, type TestDatabase } from '../kit/database/engines.js';
import { query } from '../kit/database/throwaway.js';
import { DatabaseFaultProxy } from '../kit/database/database-fault-proxy.js';
import { ApiClient } from '../kit/http/api-client.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { FeedCopy } from '../kit/sync/feed-copy.js';
import { FEED_ROUTES, snapshotPathWithFeedFields, snapshotPath } from '../kit/sync/feed-routes.js';
import { sendAs as send, follow, idsIn, tokenOf } from '../kit/sync/follow.js';
import { aRecord, changed, idFor, only, deletionOf } from '../kit/sync/one-of-each.js';

jest.setTimeout(120_000);

const USAGE = FEED_ROUTES.find(({ kind }) => kind === 'datausage')!;

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1);

const withReplicas = engine === 'mysql' ? describe : describe.skip;

withReplicas('Reads from a replica', () => {
  let primary: TestDatabase;
  let replica: TestDatabase;
  let older: TestDatabase;
  let primaryProxy: DatabaseFaultProxy;
  let replicaProxy: DatabaseFaultProxy;
  let app: TestApp;
  let customer: ApiClient;

  /** Copies the tables, except those that are read from the primary only. */
  const copy = async (from: TestDatabase, to: TestDatabase): Promise<void> => {
    const tables = await query<Record<string, string>>(from.url, 'SHOW TABLES');
    const names = tables
      .map((row) => Object.values(row)[0] ?? '')
      .filter(
        (name) => !['api_keys', 'restricted_api_keys', 'portal_sessions', 'administrators'].includes(name),
      );
    const steps = names.map(
      (name) =>
        `CREATE TABLE IF NOT EXISTS ${name} LIKE ${nameOf(from)}.${name}; DELETE FROM ${name};
        INSERT INTO ${name} SELECT * FROM ${nameOf(from)}.${name};`,
    );
    await query(to.url, `BEGIN; ${steps.join(' ')} COMMIT`);
  };

  beforeEach(async () => {
    [primary, replica, older] = await Promise.all([createDatabase(), createDatabase(), createDatabase()]);
    [primaryProxy, replicaProxy] = [
      await DatabaseFaultProxy.startFor(primary.url),
      await DatabaseFaultProxy.startFor(replica.url),
    ];
    app = await TestApp.start({ DATABASE_URL: primaryProxy.url, DATABASE_READ_URL: replicaProxy.url });
    await copy(primary, replica); // Copies the schema
    await app.load({
      enterprises: [anEnterprise()],
      devices: [aDevice(), aDevice({ id: 'tablet-2' })],
      datausage: [aDataUsage({ id: 1 })],
    });
    customer = await app.customer(ENTERPRISE_ID);
  });
  afterEach(async () => {
    await app.close();
    for (const node of [primaryProxy, replicaProxy]) node.close();
    await Promise.all([primary, replica, older].map((database) => database.drop()));
  });

  /** Leaves the older replica without a change that the primary and the replica have. */
  const fallBehind = async (): Promise<void> => {
    await copy(primary, older);
    await app.load({ datausage: [aDataUsage({ id: 2 })] });
    await copy(primary, replica);
  };

  const responsesOfAll = () =>
    Promise.all(
      [
        `/api/v1/device/id/${DEVICE_ID}`,
        `/api/v1/device/datausage/id/${DEVICE_ID}`,
        ...FEED_ROUTES.flatMap((route) => [snapshotPath(route), `${route.path}?since=beginning`]),
      ].map((path) => send(customer, path)),
    );

  it('fail with 503 while a migration is missing there, and the service is not ready', async () => {
    await copy(primary, replica);
    expect((await app.anonymous.get('/health/ready')).status).toBe(200);
    await query(
      replica.url,
      'ALTER TABLE devices DROP COLUMN model; DELETE FROM migrations ORDER BY timestamp DESC LIMIT 1',
    );
    await wait(150); // Readiness is cached for 100 ms
    expect((await app.anonymous.get('/health/ready')).status).toBe(503);
    expect((await customer.get('/api/v1/device/')).status).toBe(503);
    expect((await customer.get(`/api/v1/device/datausage/id/${DEVICE_ID}`)).status).toBe(200);
  });

  it('return the rows of the replica, while the primary checks the keys', async () => {
    expect((await customer.get('/api/v1/device/')).body).toBe('[]');
    expect((await customer.get(`/api/v1/device/id/${DEVICE_ID}`)).status).toBe(404);
    await copy(primary, replica);
    expect(await customer.list('/api/v1/device/')).toHaveLength(2);
    expect((await customer.get(`/api/v1/device/id/${DEVICE_ID}`)).status).toBe(200);
    const admin = new InternalClient(app.admin(ENTERPRISE_ID));
    const [entry] = await admin.list();
    await admin.delete(entry!.id);
    expect((await customer.get('/api/v1/device/')).status).toBe(401);
  });

  it.each([
    ['without a quorum', { errorNumber: 1047, times: 1 }],
    ['whose connection breaks', { times: 1 }],
  ])('are retried on a new connection after one to a node %s', async (_title, fault) => {
    await copy(primary, replica);
    const before = await responsesOfAll();
    for (const [at, { status }] of before.entries()) expect([at, status]).toEqual([at, 200]);
    for (let round = 0; round < 5; round++) {
      replicaProxy.injectFault(fault);
      const began = performance.now();
      const again = await responsesOfAll();
      expect(performance.now() - began).toBeLessThan(2_000);
      expect(again.map(({ status, body }) => [status, body])).toEqual(
        before.map(({ status, body }) => [status, body]),
      );
    }
  });

  it.each([
    ['the replica', () => replicaProxy],
    ['the primary', () => primaryProxy],
  ])('require both nodes: without %s the service is not ready', async (_title, node) => {
    await copy(primary, replica);
    expect((await app.anonymous.get('/health/ready')).status).toBe(200);
    node().injectFault({ errorNumber: 1047 });
    await wait(150);
    expect((await app.anonymous.get('/health/ready')).status).toBe(503);
    expect((await customer.get('/api/v1/device/')).status).toBe(503);
    node().clearFault();
    await wait(150);
    expect((await app.anonymous.get('/health/ready')).status).toBe(200);
    expect((await customer.get('/api/v1/device/')).status).toBe(200);
  });

  it('return the token when the replica lags behind it, and skip nothing', async () => {
    await fallBehind();
    const token = await tokenOf(customer, USAGE);
    await app.load({ datausage: [aDataUsage({ id: 3 })] });
    await copy(older, replica);
    for (const more of [{}, { limit: 1 }] as Record<string, number>[])
      expect(await follow(customer, USAGE, token, more)).toEqual({ items: [], token, next: undefined });
    await copy(primary, replica);
    expect(idsIn(USAGE, await follow(customer, USAGE, token))).toEqual([3]);
  });

  it('refuse a token that the primary lacks too', async () => {
    await fallBehind();
    const token = await tokenOf(customer, USAGE);
    await copy(older, replica);
    await copy(older, primary);
    const { status, body } = await send(customer, `${USAGE.path}?since=${token}`);
    expect(status).toBe(410);
    expect(JSON.parse(body)).toMatchObject({ code: 'sync_token_expired' });
  });

  describe('of which one lags, behind one address', () => {
    const RESPONSES = 24;
    let proxy: DatabaseFaultProxy;
    let proxied: TestApp;
    let reader: ApiClient;

    beforeEach(async () => {
      proxy = await DatabaseFaultProxy.startFor(replica.url, [nameOf(replica), nameOf(older)]);
      proxied = await TestApp.start({ DATABASE_URL: primary.url, DATABASE_READ_URL: proxy.url });
      reader = new ApiClient(proxied.url, customer.headers);
    });
    afterEach(async () => {
      await proxied.close();
      proxy.close();
    });

    it('have the token of the state that they show', async () => {
      await fallBehind();
      for (const path of [snapshotPath(USAGE), `${USAGE.path}?since=beginning`]) {
        const responses = await Promise.all(Array.from({ length: RESPONSES }, () => send(reader, path)));
        const seen = responses.map(({ headers, body }) => `${String(headers['x-sync-token'])} ${body}`);
        expect(new Set(seen).size).toBe(2);
      }
    });

    it('skip nothing in a feed, whichever replica each page comes from', async () => {
      const copies = FEED_ROUTES.map((route) => new FeedCopy(route, reader.headers, false));
      const followAll = async (steps: number) => {
        for (let at = 0; at < steps; at++)
          for (const feedCopy of copies)
            expect(
              await feedCopy.step({ origin: proxied.url, limit: 1 + (at % 3), format: 'json' }),
            ).not.toBe('failed');
      };
      for (let round = 1; round <= 4; round++) {
        await copy(replica, older);
        for (const route of FEED_ROUTES) {
          const [record, next] = [round, round + 1].map((at) => aRecord(route.kind, idFor(route, at)));
          await app.load(only(route.kind, next!, changed(route.kind, record!)));
          if (round % 2 === 0) await app.load(only(route.kind, deletionOf(route.kind, record!)));
        }
        await followAll(3);
        await copy(primary, replica);
        await followAll(4);
      }
      await copy(primary, older);
      for (const feedCopy of copies) {
        while ((await feedCopy.step({ origin: proxied.url, format: 'json' })) === 'more');
        const whole = JSON.parse(
          (await send(reader, snapshotPathWithFeedFields(feedCopy.route))).body,
        ) as Record<string, unknown>[];
        expect(feedCopy.violations).toEqual([]);
        expect(feedCopy.rows).toEqual(
          new Map(whole.map((item) => [item[feedCopy.route.id], JSON.stringify(item)])),
        );
      }
    });
  });
});
