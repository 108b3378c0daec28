import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { LongAnswerSlots } from '../../src/database/rows/long-answer-slots.js';
import { aDevice, aLocation, anEnterprise } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { engine } from '../kit/database/engines.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { whenAdmitted } from '../kit/process/patience.js';

const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
const ENTERPRISES = ['first', 'second', 'third', 'fourth'];
/** More than the buffers between database and client take in. */
const RECORDS = 16_000;
const LONG_TEXT = 'x'.repeat(480);
/** More than an enterprise may have running and waiting. */
const MANY = 30;

/** Asks and reads nothing but the head. */
async function leaveUnread({ origin, headers }: ApiClient): Promise<IncomingMessage> {
  const request = get(origin + BULK, { headers: { ...headers }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function read(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

const count = (responses: readonly IncomingMessage[], status: number): number =>
  responses.filter(({ statusCode }) => statusCode === status).length;

describe('Slots for long answers', () => {
  let app: TestApp;
  let clients: ApiClient[];
  let wholes: number[];

  beforeAll(async () => {
    app = await createTestApp({ RATE_LIMIT: 'off', RATE_LIMIT_BULK: 'off' });
    for (const id of ENTERPRISES) {
      const device = `tablet-of-${id}`;
      const locations = Array.from({ length: RECORDS }, () =>
        aLocation({
          enterprise_id: id,
          device_id: device,
          imei: '1',
          provider: LONG_TEXT,
          geofence_id: LONG_TEXT,
        }),
      );
      await app.load({
        enterprises: [anEnterprise({ id })],
        devices: [aDevice({ enterprise_id: id, id: device, device_id: device })],
        locations,
      });
    }
    clients = await Promise.all(ENTERPRISES.map((id) => app.customer(id)));
    wholes = await Promise.all(clients.map(async (client) => (await client.get(BULK)).bytes.length));
  }, 120_000);
  afterAll(() => app.close());

  const slots = (): LongAnswerSlots => app.nest.get(LongAnswerSlots);
  const untilFree = async (): Promise<void> => {
    for (let tries = 0; slots().inUse > 0 && tries < 60; tries++) await wait(50);
    expect(slots().inUse).toBe(0);
  };

  it('are shared out: three enterprises that take what they can leave some to the fourth', async () => {
    const greedy = clients
      .slice(0, 3)
      .flatMap((client) => Array.from({ length: MANY }, () => leaveUnread(client)));
    await wait(700);
    const fourth = clients[3]!;
    const began = performance.now();
    const { status, bytes } = await whenAdmitted(() => fourth.get(BULK));
    const detail = await fourth.get('/api/v1/device/id/tablet-of-fourth');
    const list = await clients[0]!.get('/api/v1/device');
    expect({ status, bytes: bytes.length, detail: detail.status, list: list.status }).toEqual({
      status: 200,
      bytes: wholes[3],
      detail: 200,
      list: 200,
    });
    expect(performance.now() - began).toBeLessThan(10_000);

    const responses = await Promise.all(greedy);
    const running = responses.filter(({ statusCode }) => statusCode === 200);
    expect(running.length).toBeLessThan(24);
    expect(count(responses, 503)).toBe(responses.length - running.length);
    const refused = responses.find(({ statusCode }) => statusCode === 503)!;
    expect(refused.headers['retry-after']).toBeDefined();
    for (const response of responses) response.destroy();
    await untilFree();
  });

  it('go to who waits for one, without a connection meanwhile, and the answer is whole', async () => {
    const [client] = clients;
    const running = await Promise.all(Array.from({ length: 12 }, () => leaveUnread(client!)));
    expect(count(running, 200)).toBe(12);
    const waiting = [leaveUnread(client!), leaveUnread(client!)];
    while (slots().queued < 2) await wait(10);
    if (engine === 'mysql') expect(await openQueries()).toBe(12);
    for (const response of running.splice(0, 2)) response.destroy();
    for (const response of await Promise.all(waiting)) {
      expect(response.statusCode).toBe(200);
      expect(await read(response)).toBe(wholes[0]);
    }
    for (const response of running) response.destroy();
    await untilFree();
  });

  /** The queries over positions that the server runs for this service. */
  async function openQueries(): Promise<number> {
    const rows: unknown[] = await app.dataSource.query(
      `SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND command = 'Query' AND info LIKE '%locations%' AND id <> CONNECTION_ID()`,
    );
    return rows.length;
  }
});
