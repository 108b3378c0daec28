import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { appWith, aFleet } from '../kit/app/app-with.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { ApiClient } from '../kit/http/api-client.js';
import { send, type HttpResponse } from '../kit/http/http.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../kit/process/service.js';

// docs/contract.md, 2.2, 2.7 and 2.13: every process rejects a revoked key after the response

jest.setTimeout(120_000);

const WORKERS = 2;

const app = appWith(aFleet());
let service: Service;

beforeAll(async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  await app.createKey(ENTERPRISE_ID, undefined, { expires_at });
  await start();
}, 80_000);
afterAll(() => service.kill());

async function start(): Promise<void> {
  await startFirstWorker();
  await service.waitForOutput('"listening"', WORKERS);
}

async function startFirstWorker(): Promise<void> {
  service = await Service.start({
    WEB_CONCURRENCY: String(WORKERS),
    DATABASE_URL: app.databaseUrl,
    ADMIN_TOKEN,
    KEY_PEPPER,
    RATE_LIMIT: 'off',
  });
  await service.waitForOutput('"listening"', 1);
}

function expectEnded(pids: readonly number[]): void {
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
}

describe('A key that every process serves', () => {
  let admin: InternalClient;
  beforeAll(() => {
    const headers = { ...app.admin(ENTERPRISE_ID).headers, connection: 'close' };
    admin = new InternalClient(new ApiClient(service.url, headers));
  });

  async function statusesWith(key: string): Promise<number[]> {
    const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID, connection: 'close' };
    const requests = Array.from({ length: 4 * WORKERS }, () =>
      send(service.url, { path: '/api/v1/device/', headers }),
    );
    return [...new Set((await Promise.all(requests)).map(({ status }) => status))];
  }

  it.each<[title: string, refusal: number, end: (id: string) => Promise<unknown>]>([
    ['a pause', 401, (id) => admin.update(id, { paused: true })],
    ['deleting', 401, (id) => admin.delete(id)],
    ['other scopes', 403, (id) => admin.update(id, { scopes: ['device:GetDetail'] })],
    ['other networks', 403, (id) => admin.update(id, { allowed_networks: ['203.0.113.7'] })],
    ['regenerating', 401, (id) => admin.regenerate(id)],
    [
      'the end of the old key',
      401,
      async (id) => {
        await admin.regenerate(id, { overlap_hours: 1 });
        await admin.revokeOldKey(id);
      },
    ],
    [
      'the end of the key',
      401,
      async (id) => {
        const end = Date.now() + 1_000;
        await admin.update(id, { expires_at: new Date(end).toISOString() });
        await wait(end + 5 - Date.now());
      },
    ],
  ])('After %s no process serves the key', async (title, refusal, end) => {
    for (let trial = 1; trial <= 2; trial++) {
      const { id, key } = await admin.create(`${title} ${trial}`, ['device:GetList']);
      expect(await statusesWith(key)).toEqual([200]);
      const under = { way: true };
      const requesting = (async () => {
        while (under.way) await statusesWith(key);
      })();
      await end(id);
      expect(await statusesWith(key)).toEqual([refusal]);
      under.way = false;
      await requesting;
    }
  });
});

describe('Several processes in one start', () => {
  const headers = { connection: 'close' };
  const isServed = (): Promise<boolean> =>
    send(service.url, { path: '/health/live', headers }).then(
      ({ status }) => status === 200,
      () => false,
    );

  it('share one port', async () => {
    expect(service.children).toHaveLength(WORKERS);
    expect(await Promise.all([isServed(), isServed(), isServed()])).toEqual([true, true, true]);
  });

  it('add up the metrics of all processes, whichever process responds', async () => {
    const customer = await app.customer(ENTERPRISE_ID);
    const get = (client: ApiClient, path: string): Promise<HttpResponse> =>
      send(service.url, { path, headers: { ...client.headers, ...headers }, agent: new Agent() });
    for (let at = 0; at < 40; at++) await get(customer, '/device');
    for (let at = 0; at < WORKERS; at++) {
      const { status, body } = await get(app.admin(ENTERPRISE_ID), '/internal/metrics');
      expect(status).toBe(200);
      const counts = body.matchAll(
        /^http_requests_total\{route="\/device",method="GET",status="\d+"\} (\d+)$/gm,
      );
      expect([...counts].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(40);
      // every process reads the same figures
      expect(body).toMatch(/^device_api_build_info\{version="[^"]+"\} 1$/m);
      expect(body).toMatch(/^device_api_keys_expiring 1$/m);
      expect(body).toMatch(/^device_api_data_age_seconds\{kind="devices"\} \d/m);
    }
  });

  it('respond in time while one of them dies, and replace it', async () => {
    const [first = 0] = service.children;
    process.kill(first, 'SIGSTOP'); // Lets connections arrive while it dies
    const began = performance.now();
    const requests = Array.from({ length: 20 }, isServed);
    await wait(200);
    process.kill(first, 'SIGKILL');
    expect(await Promise.all(requests)).toEqual(requests.map(() => true));
    expect(performance.now() - began).toBeLessThan(2_000);
    await service.waitForOutput('"listening"', WORKERS + 1);
  });

  it('stop together, with status 0', async () => {
    const children = service.children;
    expect(await service.stop()).toBe(0);
    expectEnded(children);
  });

  it('replace workers that serve or are starting when they are killed, and end at the second SIGTERM', async () => {
    await startFirstWorker();
    while (service.children.length < WORKERS) await wait(5);
    const killed = service.children;
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    await service.waitForOutput('"listening"', WORKERS + 1);
    expect(service.children).toHaveLength(WORKERS);
    expect(service.children.filter((pid) => killed.includes(pid))).toEqual([]);

    const socket = connect(service.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n'));
    socket.on('error', () => undefined);
    await wait(500); // A worker waits for its requests in flight
    const children = service.children;
    service.signal('SIGTERM');
    await service.waitForOutput('"stopping"', WORKERS);
    expect(await service.stop()).toBe(1);
    expectEnded(children);
  });
});
