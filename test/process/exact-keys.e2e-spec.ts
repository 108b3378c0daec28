import { setTimeout as wait } from 'node:timers/promises';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { ApiClient } from '../kit/http/api-client.js';
import { send } from '../kit/http/http.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../kit/process/service.js';

// docs/contract.md, 2.7 and 2.13: what ends a key counts on every process from the answer on

const WORKERS = 3;
const TRIALS = 4;
/** Enough for each process to get some. */
const REQUESTS = 4 * WORKERS;

let app: TestApp;
let service: Service;
let admin: InternalClient;
let names = 0;

beforeAll(async () => {
  app = await createTestApp(); // brings the database and what is in it
  await app.load({ enterprises: [anEnterprise()], devices: [aDevice()] });
  service = await Service.start({
    WEB_CONCURRENCY: String(WORKERS),
    DATABASE_URL: app.databaseUrl,
    ADMIN_TOKEN,
    KEY_PEPPER,
    RATE_LIMIT: 'off',
  });
  await service.prints('"listening"', WORKERS);
  const headers = { ...app.admin(ENTERPRISE_ID).headers, connection: 'close' };
  admin = new InternalClient(new ApiClient(service.url, headers));
}, 80_000);
afterAll(async () => {
  await service.kill();
  await app.close();
});

/** What the processes answer to the key: each request has a connection of its own, which any of them may get. */
async function statusesWith(key: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID, connection: 'close' };
  const asked = Array.from({ length: REQUESTS }, () =>
    send(service.url, { path: '/api/v1/device/', headers }),
  );
  return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
}

it.each([
  ['a pause', 401, (id: string) => admin.update(id, { paused: true })],
  ['other networks', 403, (id: string) => admin.update(id, { allowed_networks: ['203.0.113.7'] })],
  ['regenerating', 401, (id: string) => admin.regenerate(id)],
  [
    'the end of the old key',
    401,
    async (id: string) => {
      await admin.regenerate(id, { overlap_hours: 1 });
      await admin.endOldKey(id);
    },
  ],
  [
    'the end of the key',
    401,
    async (id: string) => {
      const end = Date.now() + 1_500;
      await admin.update(id, { expires_at: new Date(end).toISOString() });
      await wait(end + 5 - Date.now());
    },
  ],
] as const)(
  'After %s no process serves the key',
  async (_what, refusal, end) => {
    for (let at = 0; at < TRIALS; at++) {
      const { id, key } = await admin.create(`Trial ${++names}`, ['device:GetList']);
      expect(await statusesWith(key)).toEqual([200]);
      const under = { way: true };
      const meanwhile = (async () => {
        while (under.way) await statusesWith(key); // look-ups under way all the time
      })();
      await end(id);
      expect(await statusesWith(key)).toEqual([refusal]);
      under.way = false;
      await meanwhile;
    }
  },
  120_000,
);
