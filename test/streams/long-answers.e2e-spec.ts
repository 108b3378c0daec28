import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { LongAnswerSlots } from '../../src/database/rows/long-answer-slots.js';
import { decoded } from '../kit/http/encodings.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { aDevice, aLocation, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { engine } from '../kit/database/engines.js';
import { countPauses } from '../kit/database/paused-reads.js';
import { FORMATS } from '../kit/formats/read-rows.js';

const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
/** More than the buffers between database and client take in. */
const RECORDS = 30_000;
const MOST_ROWS_OF_A_TURN = 8_192;
const LETTERS = 480;
/** Nothing makes it much smaller. */
const longText = (): string => randomBytes(LETTERS / 2).toString('hex');

/** Asks and reads nothing but the head. */
async function leaveUnread(client: ApiClient, encoding: string): Promise<IncomingMessage> {
  const headers = { ...client.headers, 'accept-encoding': encoding };
  const request = get(client.origin + BULK, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** How long the answer is without its encoding. */
async function read(response: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return decoded({ bytes: Buffer.concat(chunks), headers: response.headers }).length;
}

describe('Long answers', () => {
  let app: TestApp;
  let clients: ApiClient[];

  beforeAll(async () => {
    app = await createTestApp();
    const locations = Array.from({ length: RECORDS }, () =>
      aLocation({ provider: longText(), imei: longText() }),
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

  const slots = (): LongAnswerSlots => app.nest.get(LongAnswerSlots);

  async function untilLeft(): Promise<void> {
    for (let tries = 0; slots().inUse > 0 && tries < 40; tries++) await wait(50);
  }

  describe.each(['identity', 'gzip', 'br'])('encoded as %s', (encoding) => {
    it('of clients that leave give their places back, and their queries end', async () => {
      const { length } = Array.from({ length: 12 });
      const responses = await Promise.all(
        Array.from({ length }, (_, at) => leaveUnread(clients[at % clients.length]!, encoding)),
      );
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(length).fill(200));
      expect(slots().inUse).toBe(length);

      for (const response of responses) response.destroy();
      await untilLeft();
      expect(slots().inUse).toBe(0);
      expect((await clients[0]!.get('/device')).status).toBe(200);
      if (engine === 'mysql') {
        for (let tries = 0; (await openQueries()) > 0 && tries < 20; tries++) await wait(100);
        expect(await openQueries()).toBe(0);
      }
    });

    it('leave the connections of short ones alone, however slowly they are read', async () => {
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, at) => leaveUnread(clients[at % clients.length]!, encoding)),
      );
      for (const client of clients) expect((await client.get('/device')).status).toBe(200);
      for (const response of responses) response.destroy();
      await untilLeft();
    });

    it('arrive whole at a client that stops reading for a while', async () => {
      const unhurried = await leaveUnread(clients[0]!, encoding);
      await wait(500);
      const whole = await leaveUnread(clients[1]!, encoding);
      const [bytes, other] = await Promise.all([read(unhurried), read(whole)]);
      expect(bytes).toBe(other);
      expect(bytes).toBeGreaterThan(RECORDS * 2 * LETTERS);
    });

    it('hold little of what a client has not read', async () => {
      const before = process.memoryUsage();
      const responses = await Promise.all(clients.map((client) => leaveUnread(client, encoding)));
      await wait(1_000);
      const { external, arrayBuffers } = process.memoryUsage();
      const held = Math.max(external - before.external, arrayBuffers - before.arrayBuffers);
      expect(held / responses.length).toBeLessThan(4 * 1024 * 1024);
      for (const response of responses) response.destroy();
      await untilLeft();
    });
  });

  it.each(FORMATS)('let others have a turn, however little they make of their rows: %s', async (format) => {
    const pauses = countPauses(app);
    const { status, bytes } = await clients[0]!.get(`${BULK}&fields=inside_geofence&format=${format}`);
    expect(status).toBe(200);
    expect(bytes.length).toBeGreaterThan(0);
    // rows that were on their way when it paused are taken as well, maybe a turn's worth
    expect(pauses.count).toBeGreaterThanOrEqual(Math.floor(RECORDS / MOST_ROWS_OF_A_TURN / 2) + 1);
  });
});
