import { setTimeout as wait } from 'node:timers/promises';
import { aFleet, appWith } from '../kit/app/app-with.js';
import { aDataUsage, aLocation, DEVICE_ID } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import { load, type LoadOutcome } from '../kit/load/load-generator.js';
import { freePort } from '../kit/process/free-port.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../kit/process/service.js';
import { startDocumentedNginx, startProxy } from '../kit/proxy/proxy.js';

jest.setTimeout(400_000);

const RESTARTS = 5;
const RATE = 20;
const MIN_REQUESTS = 2_000;
const SPELL_S = 10;
/** The proxy checks an instance every 0.5 s, so it uses the first one again before the next one stops. */
const BETWEEN_RESTARTS_MS = 1_000;
const PATHS = [
  '/api/v1/device/',
  `/api/v1/device/id/${DEVICE_ID}`,
  `/api/v1/device/datausage/id/${DEVICE_ID}`,
  `/api/v1/device-location/id/${DEVICE_ID}`,
];

// Several instances need a database server
const onServer = engine === 'mysql' ? describe : describe.skip;

onServer('A rolling restart of two instances', () => {
  const app = appWith(aFleet({ datausage: [aDataUsage()], locations: [aLocation()] }));
  let headers: Record<string, string>;
  let env: Record<string, string>;
  beforeAll(async () => {
    const { key } = await app.createKey('acme');
    headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': 'acme' };
    env = {
      DATABASE_URL: app.databaseUrl,
      KEY_PEPPER,
      ADMIN_TOKEN,
      RATE_LIMIT: 'off',
      RATE_LIMIT_BULK: 'off',
    };
  });

  const start = (port: number): Promise<Service> => Service.start({ ...env, PORT: String(port) });

  async function restartAll(ports: readonly number[], instances: Service[]): Promise<void> {
    for (let restart = 0; restart < RESTARTS; restart++) {
      for (const [at, port] of ports.entries()) {
        expect(await instances[at]!.stop('SIGTERM')).toBe(0);
        instances[at] = await start(port);
        await wait(BETWEEN_RESTARTS_MS);
      }
    }
  }

  async function sendUntil(isOver: () => boolean, port: number): Promise<LoadOutcome[]> {
    const outcomes: LoadOutcome[] = [];
    const requests = PATHS.map((path) => ({ path, headers }));
    for (let sent = 0; sent < MIN_REQUESTS || !isOver();) {
      const outcome = await load({ port, requests, seconds: SPELL_S, rate: RATE, connections: RATE });
      outcomes.push(outcome);
      sent += outcome.sent;
    }
    return outcomes;
  }

  it.each([
    ['HAProxy', startProxy],
    ['nginx', startDocumentedNginx],
  ])('behind %s fails no request', async (_name, startBalancer) => {
    const ports = [await freePort(), await freePort()];
    const instances = await Promise.all(ports.map(start));
    const balancer = await startBalancer(ports);
    let isOver = false;
    const restarts = restartAll(ports, instances).finally(() => (isOver = true));
    const [outcomes] = await Promise.all([sendUntil(() => isOver, balancer.port), restarts]);
    await Promise.all([balancer.stop(), ...instances.map((instance) => instance.kill())]);
    for (const { sent, unsent, failed, statuses } of outcomes)
      expect({ unsent, failed, statuses }).toEqual({ unsent: 0, failed: 0, statuses: { 200: sent } });
  });
});
