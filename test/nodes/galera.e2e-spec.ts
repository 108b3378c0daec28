import { setTimeout as wait } from 'node:timers/promises';
import { createConnection, type Connection } from 'mysql2/promise';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { addAdministrator, EMAIL, signedIn } from '../kit/app/portal-app.js';
import type { DatabaseServer } from '../kit/database/database-server.js';
import { engine } from '../kit/database/engines.js';
import { GaleraCluster } from '../kit/database/galera-cluster.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { eventually } from '../kit/process/patience.js';

jest.setTimeout(120_000);

const NAME = 'cda_test_nodes';
/** Long enough to see that an answer does not come. */
const A_WHILE_MS = 500;

const { missing } = GaleraCluster;
// The servers are of this test; one run of it is enough
const onCluster = missing === '' && engine === 'mysql' ? describe : describe.skip;

onCluster(`A Galera cluster${missing && ` (not tried: ${missing} missing)`}`, () => {
  let cluster: GaleraCluster;
  let writer: DatabaseServer;
  let other: DatabaseServer;
  /** Of two instances, one at each node. */
  let app: TestApp;
  let atOther: TestApp;
  /** Stops a node from applying what the others commit. */
  let holding: Connection;

  beforeAll(async () => {
    cluster = await GaleraCluster.start();
    [writer, other] = cluster.nodes as [DatabaseServer, DatabaseServer];
    await writer.ask(`CREATE DATABASE ${NAME} CHARACTER SET utf8mb4`);
    app = await createTestApp({ DATABASE_URL: writer.url(NAME) });
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()] });
    await addAdministrator(app, { email: EMAIL });
    atOther = await createTestApp({ DATABASE_URL: other.url(NAME) });
    holding = await createConnection({ uri: other.url(NAME) });
  });
  afterAll(async () => {
    holding.destroy();
    await Promise.all([app, atOther].map((one) => one.close()));
    await cluster.stop();
  });
  afterEach(() => release());

  const hold = () => holding.query('FLUSH TABLES WITH READ LOCK');
  const release = () => holding.query('UNLOCK TABLES');
  const remove = (id: string, through = app) => new InternalClient(through.admin(ENTERPRISE_ID)).delete(id);
  const statusOf = async (one: TestApp, key: string): Promise<number> => {
    const customer = one.admin(ENTERPRISE_ID).with({ authorization: `Bearer ${key}` });
    return (await customer.get('/api/v1/device/')).status;
  };
  /** The answer to a key that was deleted comes once the node has applied that, and not before. */
  async function expectToWait(one: TestApp, key: string): Promise<void> {
    let status: number | undefined;
    const asked = statusOf(one, key).then((answered) => (status = answered));
    await wait(A_WHILE_MS);
    expect(status).toBeUndefined();
    await release();
    expect(await asked).toBe(401);
  }

  it('a key that was deleted through one node is dead on another that has not applied it yet', async () => {
    const { id, key } = await app.createKey(ENTERPRISE_ID);
    expect(await statusOf(atOther, key)).toBe(200);
    await hold();
    await remove(id);
    await expectToWait(atOther, key);
  });

  it('a session that was ended through one node opens nothing on another that has not applied it yet', async () => {
    const here = await signedIn(app);
    const there = here.at(atOther.url);
    const look = async () => (await there.get('/portal/api/session')).status;
    expect(await look()).toBe(200);
    await hold();
    expect((await here.send({ method: 'DELETE', path: '/portal/api/session' })).status).toBe(204);
    let status: number | undefined;
    const asked = look().then((answered) => (status = answered));
    await wait(A_WHILE_MS);
    expect(status).toBeUndefined();
    await release();
    expect(await asked).toBe(401);
  });

  it('a key that was made through one node opens every other at once, and can be changed there', async () => {
    for (let at = 0; at < 20; at++) {
      const { id, key } = await app.createKey(ENTERPRISE_ID);
      expect(await statusOf(atOther, key)).toBe(200);
      await remove(id, atOther);
      expect(await statusOf(app, key)).toBe(401);
    }
  });

  it('an instance is not ready while its node cannot say which keys there are', async () => {
    const readiness = async () => (await atOther.anonymous.get('/health/ready')).status;
    expect(await readiness()).toBe(200);
    await hold();
    await app.createKey(ENTERPRISE_ID);
    await wait(150); // for so long it is known whether it is
    expect(await readiness()).toBe(503);
    await release();
    await eventually(async () => (await readiness()) === 200);
  });

  it('answers of a second address wait for nobody, while keys are looked up at the first', async () => {
    const two = await createTestApp({ DATABASE_URL: writer.url(NAME), DATABASE_READ_URL: other.url(NAME) });
    const { id, key } = await app.createKey(ENTERPRISE_ID);
    expect(await statusOf(two, key)).toBe(200);
    await hold();
    const { key: newer } = await app.createKey(ENTERPRISE_ID);
    expect(await statusOf(two, newer)).toBe(200);
    await remove(id);
    expect(await statusOf(two, key)).toBe(401);
    await release();
    await two.close();
  });

  it('an address to one node at a time waits where that has much to apply, as one that takes over may', async () => {
    const url = other.url(NAME);
    const two = await createTestApp({ DATABASE_URL: url, DATABASE_READ_URL: url });
    const { id, key } = await app.createKey(ENTERPRISE_ID);
    await hold();
    for (let at = 0; at < 5; at++) await app.createKey(ENTERPRISE_ID);
    await remove(id);
    await expectToWait(two, key);
    await two.close();
  });
});
