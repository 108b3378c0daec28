import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from '../kit/http/api-client.js';
import { aDataUsage, aDevice, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, TestApp } from '../kit/app/test-app.js';
import { createDatabase, engine, type TestDatabase } from '../kit/database/engines.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { TroubledNode } from '../kit/database/troubled-node.js';

const KEYS = '/internal/v1/api-keys';

const withNodes = engine === 'mysql' ? describe : describe.skip;

withNodes('A node of the database', () => {
  let database: TestDatabase;
  let node: TroubledNode;
  let app: TestApp;
  let customer: ApiClient;
  let admin: InternalClient;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    node = await TroubledNode.before(database.url);
    const log = { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) };
    app = await TestApp.start({ DATABASE_URL: node.url, LOG_LEVEL: 'info' }, log);
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()], datausage: [aDataUsage()] });
    customer = await app.customer(ENTERPRISE_ID);
    admin = new InternalClient(app.admin(ENTERPRISE_ID));
  });
  beforeEach(() => {
    lines.splice(0);
  });
  afterEach(() => node.end());
  afterAll(async () => {
    await app.close();
    node.close();
    await database.drop();
  });

  let made = 0;
  const makeKey = () =>
    admin.call('POST', KEYS, { application: `Made ${++made}`, scopes: ['device:GetList'] });
  const everything = async (): Promise<number[]> => {
    await wait(110); // Readiness is cached for 100 ms
    const answers = await Promise.all([
      customer.get('/api/v1/device/'),
      customer.get(`/api/v1/device/id/${DEVICE_ID}`),
      customer.get(`/api/v1/device/datausage/id/${DEVICE_ID}`),
      admin.call('GET', KEYS),
      makeKey(),
      app.anonymous.get('/health/ready'),
    ]);
    return answers.map(({ status }) => status);
  };
  const SERVED = [200, 200, 200, 200, 201, 200];
  /** Errors after which the service must not use a connection again. */
  const UNFIT = [1047, 1290, 1836, 3100, 3032, 3797, 3783, 1792, 1053];

  it.each([
    ['without a quorum', 1047],
    ['that is read-only', 1290],
    ['of a read-only group', 1836],
    ['that left its group', 3100],
    ['that its group has expelled', 3032],
    ['that cannot wait for its group', 3797],
    ['whose group is in trouble', 3783],
    ['whose transactions may not write', 1792],
    ['that shuts down', 1053],
    ['with a lock that was waited for too long', 1205],
    ['with a deadlock', 1213],
    ['with a killed connection', 1927],
    ['with a statement that took too long', 1969],
    ['with an unknown outcome', 1180],
    ['with a full disk', 1021],
    ['with a full table', 1114],
    ['with a lost packet', 1158],
    ['with too many transactions', 1637],
    ['with an unavailable part of TiDB', 9005],
  ])('%s is unavailable and not ready (%d)', async (_what, number) => {
    node.begin({ number });
    expect(await everything()).toEqual(SERVED.map(() => 503));
    const failed = lines.filter(({ msg, status }) => msg === 'request' && status === 503);
    const reasons = failed.map(({ reason }) => reason);
    node.end();
    expect(await everything()).toEqual(SERVED);
    if (!UNFIT.includes(number)) return;
    expect(new Set(reasons)).toEqual(new Set(['node_unfit']));
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('that refuses writes alone is ready, reads, and counts the refusals', async () => {
    node.begin({ number: 1290, of: /^(INSERT|UPDATE|DELETE)/ });
    expect(await everything()).toEqual([200, 200, 200, 200, 503, 200]);
    const metrics = await app.anonymous.get('/internal/metrics', { authorization: `Bearer ${ADMIN_TOKEN}` });
    expect(metrics.body).toMatch(/^http_unavailable_total\{reason="node_unfit"\} [1-9]/m);
  });

  it.each([
    ['a deadlock', 1213, /^COMMIT/],
    ['a deadlock in the middle', 1213, /^INSERT/],
    ['a lock that was waited for too long', 1205, /^UPDATE/],
    ['another member that was first', 3101, /^COMMIT/],
    ['a row that has changed since it was read', 1020, /^UPDATE/],
  ])('receives a write again after %s', async (_what, number, of) => {
    node.begin({ number, of, times: 1 });
    expect((await makeKey()).status).toBe(201);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('does not receive a write again whose outcome is unknown', async () => {
    node.begin({ number: 1047, of: /^COMMIT/, times: 1 });
    expect((await makeKey()).status).toBe(503);
  });

  it('that lost every connection is used again immediately', async () => {
    expect(await everything()).toEqual(SERVED);
    node.cut();
    expect(await everything()).toEqual(SERVED);
  });
});
