import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, aLocation, anEnterprise } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { connectAndWait, getRequest } from '../kit/http/http.js';
import { eventually, retryOn503 } from '../kit/process/retry.js';
import { BULK, disconnect, requestWithoutReading, openQueries, slotsOf } from './unread.js';

const ENTERPRISES = ['first', 'second', 'third', 'fourth'];
/** Exceeds the buffers between the database and the client. */
const RECORDS = 16_000;
const LONG_TEXT = 'x'.repeat(480);
/** Exceeds the responses that an enterprise can run and queue. */
const MANY = 30;

async function read(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

const count = (responses: readonly IncomingMessage[], status: number): number =>
  responses.filter(({ statusCode }) => statusCode === status).length;

describe('Slots for long responses', () => {
  const app = appWith(
    {
      enterprises: ENTERPRISES.map((id) => anEnterprise({ id })),
      devices: ENTERPRISES.map((enterprise_id) => aDevice({ enterprise_id })),
      locations: ENTERPRISES.flatMap((enterprise_id) => {
        const record = { enterprise_id, imei: '1', provider: LONG_TEXT, geofence_id: LONG_TEXT };
        return Array.from({ length: RECORDS }, () => aLocation(record));
      }),
    },
    { RATE_LIMIT: 'off', RATE_LIMIT_BULK: 'off' },
  );
  const clients = ENTERPRISES.map((id) => customerOf(app, id));
  let wholes: number[];
  beforeAll(async () => {
    wholes = await Promise.all(clients.map(async (client) => (await client.get(BULK)).bytes.length));
  });

  afterEach(() => disconnect(app));

  it('are shared: three enterprises with many downloads leave some to a fourth', async () => {
    const manyOf = (client: ApiClient) => Array.from({ length: MANY }, () => requestWithoutReading(client));
    const greedy = clients.slice(0, 3).flatMap(manyOf);
    await wait(700);
    const fourth = clients[3]!;
    const began = performance.now();
    const { status, bytes } = await retryOn503(() => fourth.get(BULK));
    const detail = await fourth.get('/api/v1/device/id/tablet-1');
    const list = await clients[0]!.get('/api/v1/device');
    expect([status, detail.status, list.status, bytes.length]).toEqual([200, 200, 200, wholes[3]]);
    expect(performance.now() - began).toBeLessThan(10_000);

    const responses = await Promise.all(greedy);
    const running = count(responses, 200);
    expect(running).toBeLessThan(24);
    expect(count(responses, 503)).toBe(responses.length - running);
    const refused = responses.find(({ statusCode }) => statusCode === 503)!;
    expect(refused.headers['retry-after']).toBeDefined();
  });

  it('go to waiting requests, which hold no connection until then and get complete responses', async () => {
    const [client] = clients;
    const running = await Promise.all(Array.from({ length: 12 }, () => requestWithoutReading(client!)));
    expect(count(running, 200)).toBe(12);
    const waiting = [requestWithoutReading(client!), requestWithoutReading(client!)];
    while (slotsOf(app).queued < 2) await wait(10);
    // Fewer than 12 if the socket buffer of a connection contains the rest of a response
    if (engine === 'mysql') await eventually(async () => (await openQueries(app)) <= 12);
    for (const response of running.slice(0, 2)) response.destroy();
    for (const response of await Promise.all(waiting)) {
      expect(response.statusCode).toBe(200);
      expect(await read(response)).toBe(wholes[0]);
    }
  });

  it('are free after a connection with several pipelined requests was reset', async () => {
    const [client] = clients;
    const requests = getRequest(BULK, client!.headers).repeat(4);
    const socket = connectAndWait(Number(new URL(app.url).port), requests);
    await eventually(() => slotsOf(app).inUse === 4);
    socket.resetAndDestroy();
    await disconnect(app);
  });
});
