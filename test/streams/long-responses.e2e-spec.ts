import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, aLocation } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import { decoded } from '../kit/http/encodings.js';
import { eventually } from '../kit/process/retry.js';
import { disconnect, requestWithoutReading, openQueries, slotsOf } from './unread.js';

/** Exceeds the buffers between the database and the client. */
const RECORDS = 16_000;
const LETTERS = 480;
/** Random text, because compression must not shrink the response. */
const longText = (): string => randomBytes(LETTERS / 2).toString('hex');

const ENCODINGS = ['identity', 'gzip', 'br'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes of all buffers when they no longer change, because earlier tests leave garbage. */
async function bufferedBytes(): Promise<number> {
  let known = 0;
  let arrayBuffers = 0;
  do {
    await wait(100);
    collectGarbage();
    known = arrayBuffers;
    ({ arrayBuffers } = process.memoryUsage());
  } while (Math.abs(arrayBuffers - known) > 65_536);
  return arrayBuffers;
}

async function read(response: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return decoded({ bytes: Buffer.concat(chunks), headers: response.headers }).length;
}

describe('Long responses', () => {
  const locations = Array.from({ length: RECORDS }, () =>
    aLocation({ provider: longText(), imei: longText() }),
  );
  const app = appWith(aFleet({ locations }));
  const clients = [customerOf(app), customerOf(app), customerOf(app)];

  afterEach(() => disconnect(app));

  it('hold less than 1 MB each that a client has not read', async () => {
    const before = await bufferedBytes();
    const responses = await Promise.all(
      ENCODINGS.flatMap((encoding) => clients.map((client) => requestWithoutReading(client, encoding))),
    );
    await wait(700);
    expect(((await bufferedBytes()) - before) / responses.length).toBeLessThan(1024 * 1024);
  });

  describe.each(ENCODINGS)('encoded as %s', (encoding) => {
    /** Starts 12 responses, the limit of one enterprise. */
    const leaveManyUnread = (): Promise<IncomingMessage[]> =>
      Promise.all(Array.from({ length: 12 }, (_, at) => requestWithoutReading(clients[at % 3]!, encoding)));

    it('leave connections to short responses, and end with their queries when the client disconnects', async () => {
      const responses = await leaveManyUnread();
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
      expect(slotsOf(app).inUse).toBe(responses.length);
      for (const client of clients) expect((await client.get('/device')).status).toBe(200);
      await disconnect(app);
      expect((await clients[0]!.get('/device')).status).toBe(200);
      if (engine === 'mysql') await eventually(async () => (await openQueries(app)) === 0);
    });

    it('are complete for a client that pauses', async () => {
      const unhurried = await requestWithoutReading(clients[0]!, encoding);
      await wait(500);
      const whole = await requestWithoutReading(clients[1]!, encoding);
      const [bytes, otherBytes] = await Promise.all([read(unhurried), read(whole)]);
      expect(bytes).toBe(otherBytes);
      expect(bytes).toBeGreaterThan(RECORDS * 2 * LETTERS);
    });
  });
});

describe('A list of devices as Parquet', () => {
  const devices = Array.from({ length: 5_000 }, (_, at) =>
    aDevice({ id: `device-${at}`, policy_name: randomBytes(30).toString('hex') }),
  );
  const client = customerOf(appWith(aFleet({ devices })));
  const list = '/device?fields=id,policy_name';

  it('becomes a long response before it has 1 MB', async () => {
    const csv = await client.get(`${list}&format=csv`);
    expect(csv.headers).toHaveProperty('content-length');
    const parquet = await client.get(`${list}&format=parquet`);
    expect(parquet.headers).toHaveProperty('transfer-encoding', 'chunked');
    expect(parquet.bytes.length).toBeLessThan(1024 * 1024);
  });
});
