import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from '../kit/http/api-client.js';
import { aDataUsage, aDevice, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, TestApp } from '../kit/app/test-app.js';
import { createDatabase, engine, type TestDatabase } from '../kit/database/engines.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { DatabaseFaultProxy } from '../kit/database/database-fault-proxy.js';

const KEYS = '/internal/v1/api-keys';

const withNodes = engine === 'mysql' ? describe : describe.skip;

withNodes('A node of the database', () => {
  let database: TestDatabase;
  let node: DatabaseFaultProxy;
  let app: TestApp;
  let customer: ApiClient;
  let admin: InternalClient;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    node = await DatabaseFaultProxy.startFor(database.url);
    const log = { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) };
    app = await TestApp.start({ DATABASE_URL: node.url, LOG_LEVEL: 'info' }, log);
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()], datausage: [aDataUsage()] });
    customer = await app.customer(ENTERPRISE_ID);
    admin = new InternalClient(app.admin(ENTERPRISE_ID));
  });
  beforeEach(() => {
    lines.splice(0);
  });
  afterEach(() => node.clearFault());
  afterAll(async () => {
    await app.close();
    node.close();
    await database.drop();
  });

  let createdKeys = 0;
  const makeKey = () =>
    admin.call('POST', KEYS, { application: `Key ${++createdKeys}`, scopes: ['device:GetList'] });
  const statusesOfAll = async (): Promise<number[]> => {
    await wait(110); // Readiness is cached for 100 ms
    const responses = await Promise.all([
      customer.get('/api/v1/device/'),
      customer.get(`/api/v1/device/id/${DEVICE_ID}`),
      customer.get(`/api/v1/device/datausage/id/${DEVICE_ID}`),
      admin.call('GET', KEYS),
      makeKey(),
      app.anonymous.get('/health/ready'),
    ]);
    return responses.map(({ status }) => status);
  };
  const SERVED = [200, 200, 200, 200, 201, 200];
  /** Errors after which the service must not use a connection again. */
  const UNFIT = [1047, 1290, 1836, 3100, 3032, 3797, 3783, 1792, 1053];

  it.each([
    ['without a quorum', 1047],
    ['that is read-only', 1290],
    ['of a read-only group', 1836],
    ['that left its group', 3100],
    ['that its group expelled', 3032],
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
  ])('%s is unavailable and not ready (%d)', async (_title, errorNumber) => {
    node.injectFault({ errorNumber });
    expect(await statusesOfAll()).toEqual(SERVED.map(() => 503));
    const failed = lines.filter(({ msg, status }) => msg === 'request' && status === 503);
    const reasons = failed.map(({ reason }) => reason);
    node.clearFault();
    expect(await statusesOfAll()).toEqual(SERVED);
    if (!UNFIT.includes(errorNumber)) return;
    expect(new Set(reasons)).toEqual(new Set(['node_unfit']));
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('that refuses writes alone is ready, reads, and counts the refusals', async () => {
    node.injectFault({ errorNumber: 1290, statements: /^(INSERT|UPDATE|DELETE)/ });
    expect(await statusesOfAll()).toEqual([200, 200, 200, 200, 503, 200]);
    const metrics = await app.anonymous.get('/internal/metrics', { authorization: `Bearer ${ADMIN_TOKEN}` });
    expect(metrics.body).toMatch(/^http_unavailable_total\{reason="node_unfit"\} [1-9]/m);
  });

  it.each([
    ['a deadlock', 1213, /^COMMIT/],
    ['a deadlock in the middle', 1213, /^INSERT/],
    ['a lock that was waited for too long', 1205, /^UPDATE/],
    ['another member that was first', 3101, /^COMMIT/],
    ['a row that has changed since it was read', 1020, /^UPDATE/],
  ])('receives a write again after %s', async (_title, errorNumber, statements) => {
    node.injectFault({ errorNumber, statements, times: 1 });
    expect((await makeKey()).status).toBe(201);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('does not receive a write again whose outcome is unknown', async () => {
    node.injectFault({ errorNumber: 1047, statements: /^COMMIT/, times: 1 });
    expect((await makeKey()).status).toBe(503);
  });

  it('that lost every connection is used again immediately', async () => {
    expect(await statusesOfAll()).toEqual(SERVED);
    node.resetConnections();
    expect(await statusesOfAll()).toEqual(SERVED);
  });
});
