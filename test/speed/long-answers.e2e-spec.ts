import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { LongReads } from '../../src/database/rows/places.js';
import type { ApiClient } from '../support/api-client.js';
import { aDevice, aLocation, anEnterprise, ENTERPRISE_ID } from '../support/builders.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';
import { engine } from '../support/engines.js';

const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
/** More than the buffers between database and client take in. */
const RECORDS = 30_000;
const LONG_TEXT = 'x'.repeat(480);

/** Asks and reads nothing but the head. */
async function leaveUnread(client: ApiClient): Promise<IncomingMessage> {
  const request = get(client.origin + BULK, { headers: { ...client.headers }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function read(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

describe('Long answers', () => {
  let app: TestApp;
  let clients: ApiClient[];

  beforeAll(async () => {
    app = await createTestApp();
    const locations = Array.from({ length: RECORDS }, () =>
      aLocation({ provider: LONG_TEXT, geofence_id: LONG_TEXT }),
    );
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()], locations });
    clients = await Promise.all([1, 2, 3].map(() => app.customer(ENTERPRISE_ID)));
  }, 90_000);
  afterAll(() => app.close());

  /** The queries over positions that the server still runs for this service. */
  async function openQueries(): Promise<number> {
    const rows: unknown[] = await app.dataSource.query(
      `SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND command = 'Query' AND info LIKE '%locations%' AND id <> CONNECTION_ID()`,
    );
    return rows.length;
  }

  const places = (): LongReads => app.nest.get(LongReads);

  async function untilLeft(): Promise<void> {
    for (let tries = 0; places().running > 0 && tries < 40; tries++) await wait(50);
  }

  it('of clients that leave give their places back, and their queries end', async () => {
    const { length } = Array.from({ length: 12 });
    const responses = await Promise.all(
      Array.from({ length }, (_, at) => leaveUnread(clients[at % clients.length]!)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(length).fill(200));
    expect(places().running).toBe(length);

    for (const response of responses) response.destroy();
    await untilLeft();
    expect(places().running).toBe(0);
    expect((await clients[0]!.get('/device')).status).toBe(200);
    if (engine === 'mysql') {
      for (let tries = 0; (await openQueries()) > 0 && tries < 20; tries++) await wait(100);
      expect(await openQueries()).toBe(0);
    }
  });

  it('leave the connections of short ones alone, however slowly they are read', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, at) => leaveUnread(clients[at % clients.length]!)),
    );
    for (const client of clients) expect((await client.get('/device')).status).toBe(200);
    for (const response of responses) response.destroy();
    await untilLeft();
  });

  it('arrive whole at a client that stops reading for a while', async () => {
    const unhurried = await leaveUnread(clients[0]!);
    await wait(500);
    const whole = await leaveUnread(clients[1]!);
    const [bytes, other] = await Promise.all([read(unhurried), read(whole)]);
    expect(bytes).toBe(other);
    expect(bytes).toBeGreaterThan(RECORDS * LONG_TEXT.length);
  });

  it('hold little of what a client has not read', async () => {
    const before = process.memoryUsage();
    const responses = await Promise.all(clients.map((client) => leaveUnread(client)));
    await wait(1_000);
    const { external, arrayBuffers } = process.memoryUsage();
    const held = Math.max(external - before.external, arrayBuffers - before.arrayBuffers);
    expect(held / responses.length).toBeLessThan(4 * 1024 * 1024);
    for (const response of responses) response.destroy();
    await untilLeft();
  });
});
