import { setTimeout as wait } from 'node:timers/promises';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { send } from '../kit/http/http.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../kit/process/service.js';

// docs/contract.md, 2.7 and 2.13: what ends a key counts on every process from the answer on

const WORKERS = 3;
const KEYS = '/internal/v1/api-keys';
const TRIALS = 4;
/** Enough for each process to get some. */
const REQUESTS = 4 * WORKERS;

interface Made {
  readonly id: string;
  readonly key: string;
}

let app: TestApp;
let service: Service;
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
}, 80_000);
afterAll(async () => {
  await service.kill();
  await app.close();
});

async function manage(method: string, path: string, body?: object): Promise<Made> {
  const { status, body: text } = await send(service.url, {
    method,
    path: KEYS + path,
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      'x-enterprise-id': ENTERPRISE_ID,
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect({ method, path, status, text }).toMatchObject({
    status: method === 'DELETE' ? 204 : (expect.any(Number) as number),
  });
  expect(status).toBeLessThan(300);
  return (text === '' ? {} : JSON.parse(text)) as Made;
}

const make = (): Promise<Made> =>
  manage('POST', '', { application: `Trial ${++names}`, scopes: ['device:GetList'] });

/** What the processes answer to the key: each request has a connection of its own, which any of them may get. */
async function statusesWith(key: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID, connection: 'close' };
  const asked = Array.from({ length: REQUESTS }, () =>
    send(service.url, { path: '/api/v1/device/', headers }),
  );
  return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
}

it.each([
  ['a pause', 401, ({ id }: Made) => manage('PATCH', `/${id}`, { paused: true })],
  ['other networks', 403, ({ id }: Made) => manage('PATCH', `/${id}`, { allowed_networks: ['203.0.113.7'] })],
  ['regenerating', 401, ({ id }: Made) => manage('POST', `/${id}/regenerate`)],
  [
    'the end of the old key',
    401,
    async ({ id }: Made) => {
      await manage('POST', `/${id}/regenerate`, { overlap_hours: 1 });
      return manage('DELETE', `/${id}/old-key`);
    },
  ],
  [
    'the end of the key',
    401,
    async ({ id }: Made) => {
      const end = Date.now() + 1_500;
      await manage('PATCH', `/${id}`, { expires_at: new Date(end).toISOString() });
      await wait(end + 5 - Date.now());
    },
  ],
] as const)(
  'After %s no process serves the key',
  async (_what, refusal, end) => {
    for (let at = 0; at < TRIALS; at++) {
      const made = await make();
      expect(await statusesWith(made.key)).toEqual([200]);
      const under = { way: true };
      const meanwhile = (async () => {
        while (under.way) await statusesWith(made.key); // look-ups under way all the time
      })();
      await end(made);
      expect(await statusesWith(made.key)).toEqual([refusal]);
      under.way = false;
      await meanwhile;
    }
  },
  120_000,
);
