import { setTimeout as wait } from 'node:timers/promises';
import { SeededRandom } from '../../demo/seed/seeded-random.js';
import { appWith, customerOf } from '../kit/app/app-with.js';
import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ClientDrivers, LANGUAGES } from '../kit/clients/client-drivers.js';
import { expectCopy } from '../kit/clients/sqlite-copy.js';
import { HttpFaultProxy, type HttpFault } from '../kit/proxy/http-fault-proxy.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';
import { RandomWriter } from '../kit/sync/random-writer.js';
import { keyOf } from '../guides/guides.js';

jest.setTimeout(300_000);

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const ROUNDS = 30;
const MAX_RUN_MS = 1_500;
const FAULTS: readonly HttpFault[] = [429, 503, 502, 'truncated', 'reset'];
const FIELDS = Object.fromEntries(FEED_ROUTES.map(({ kind, table }) => [kind, Object.keys(table)]));

const random = new SeededRandom(SEED);
const writer = new RandomWriter(0, [ENTERPRISE_ID], 6, random);
const app = appWith({ enterprises: [anEnterprise()], devices: writer.firstDevices() });
const client = customerOf(app);
const proxy = new HttpFaultProxy(app);
proxy.headers = { 'Retry-After': '0' };
proxy.defaultFault = () => {
  if (random.chance(0.03)) return 410;
  return random.chance(0.25) ? random.pick(FAULTS) : 'none';
};

async function write(): Promise<void> {
  for (let batches = random.integer(1, 4); batches > 0; batches--) {
    const { kind, records } = writer.batch(40);
    await app.load({ [kind]: records });
    await wait(random.integer(0, 30));
  }
}

/** Makes all tokens invalid, and deletes one seventh of the locations without a tombstone. */
async function invalidateTokens(): Promise<void> {
  await app.dataSource.query('DELETE FROM locations WHERE id % 7 = 0');
  await app.dataSource.query('UPDATE changes SET bits = bits + 1');
}

it.each(LANGUAGES)(`the copy of the %s client equals the tables (TEST_SEED=${SEED})`, async (language) => {
  const drivers = new ClientDrivers();
  await drivers.install();
  const options = { apiKey: keyOf(client), enterpriseId: ENTERPRISE_ID, firstPause: 0.01 };
  const follow = (url: string, limit: number) =>
    drivers.start(language, { call: 'followAll', fields: FIELDS, limit, options: { ...options, url } });
  let completed = 0;
  let killed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const program = follow(proxy.url, random.integer(5, 60));
    const isKilled = random.chance(0.6);
    if (random.chance(0.1)) await invalidateTokens();
    await write();
    if (isKilled) await wait(random.integer(0, MAX_RUN_MS));
    if (isKilled && program.isRunning) killed++;
    const status = isKilled ? await program.kill() : await program.exit();
    if (status === 0) completed++;
    program.dispose();
  }
  const last = await follow(app.url, 100).outcome();
  expect(last.status).toBe(0);
  expect(JSON.parse(last.stdout)).toEqual({ result: [] });
  await expectCopy(client, drivers.folder);
  expect(killed).toBeGreaterThan(0);
  expect(completed).toBeGreaterThan(0);
});
