import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LongAnswerSlots } from '../../src/database/rows/long-answer-slots.js';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aLocation } from '../kit/app/builders.js';
import { loseDatabaseAfter } from '../kit/database/paused-reads.js';
import { FORMATS, type Format } from '../kit/formats/read-rows.js';
import { connectAndWait, connectionEnd } from '../kit/http/connection-end.js';
import { decoded } from '../kit/http/encodings.js';
import { run } from '../kit/process/program.js';

// docs/contract.md, 2.11: "an answer that fails after its first byte ends with a reset connection ... in every format and encoding.
// Over HTTP/1.0 every answer has its length". docs/decisions/0006: there it waits in a file until that is known.

const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
/** Several pieces, also as Parquet, and more than is held in memory otherwise. */
const RECORDS = 30_000;
const ENCODINGS = ['identity', 'gzip', 'br'];
const WAYS = FORMATS.flatMap((format) =>
  (format === 'parquet' ? ['identity'] : ENCODINGS).map((encoding) => ({ format, encoding })),
);

const locations = Array.from({ length: RECORDS }, () =>
  aLocation({ lat: Math.random() * 90, lng: Math.random() * 180, accuracy: Math.random() }),
);
const app = appWith(aFleet({ locations }));
const client = customerOf(app);

let restore = (): void => undefined;
afterEach(() => restore());

/** Of what two processes do at once. */
const TRIALS = 8;

/** In a process of its own, which runs while the service does. */
const LEAVES_WITH_LAST_BYTE = `
  const [, port, request] = process.argv;
  let left;
  const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write(request));
  socket.on('data', (piece) => {
    const text = left === undefined ? piece.toString('latin1') : '';
    left ??= text.indexOf('\\r\\n\\r\\n') + 4 + Number(/content-length: (\\d+)/i.exec(text)[1]);
    left -= piece.length;
    if (left === 0) socket.destroy();
  });
  socket.on('close', () => process.exit(left));
`;

const addressOf = (format: Format): string => `${BULK}&format=${format}`;
const port = (): number => Number(new URL(app.url).port);
const slotsInUse = (): number => app.nest.get(LongAnswerSlots).inUse;

const request = (path: string, version: string, encoding: string): string => {
  const fields = { ...client.headers, host: 'a', 'accept-encoding': encoding };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/${version}\r\n${lines.join('')}\r\n`;
};

describe('Over HTTP/1.1', () => {
  it.each(WAYS)(
    'an answer in $format, encoded as $encoding, that fails ends with a reset',
    async ({ format, encoding }) => {
      restore = loseDatabaseAfter(app, 1);
      const socket = connectAndWait(port(), request(addressOf(format), '1.1', encoding));
      await once(socket, 'readable');
      const head = String(socket.read());
      expect(head).toMatch(/^HTTP\/1.1 200 /);
      expect(head.toLowerCase().includes(`content-encoding: ${encoding}\r\n`)).toBe(encoding !== 'identity');
      expect(await connectionEnd(socket)).toBe('reset');
      expect(slotsInUse()).toBe(0);
    },
  );

  it.each(FORMATS)('an answer in %s that fails before its first byte is an error', async (format) => {
    restore = loseDatabaseAfter(app, 0);
    for (const encoding of ENCODINGS) {
      const { status, headers } = await client.get(addressOf(format), { 'accept-encoding': encoding });
      expectUnavailable(status, headers);
    }
  });
});

describe('Over HTTP/1.0', () => {
  let folder: string;
  let temporaryFolder: jest.SpyInstance<string>;

  beforeAll(() => {
    folder = mkdtempSync(join(os.tmpdir(), 'answers-'));
    temporaryFolder = jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
  });
  afterAll(() => {
    expect(temporaryFolder).toHaveBeenCalled();
    temporaryFolder.mockRestore();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    expect(readdirSync(folder)).toEqual([]);
  });

  interface Received {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
  }

  async function received(path: string, encoding: string): Promise<Received> {
    const socket = connect(port(), '127.0.0.1');
    socket.write(request(path, '1.0', encoding));
    const pieces: Buffer[] = [];
    for await (const piece of socket) pieces.push(piece as Buffer);
    const all = Buffer.concat(pieces);
    const end = all.indexOf('\r\n\r\n');
    const [first = '', ...fields] = all.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(
      fields.map((field) => {
        const [name = '', value = ''] = field.split(/: (.*)/);
        return [name.toLowerCase(), value];
      }),
    );
    return { status: Number(first.split(' ')[1]), headers, body: all.subarray(end + 4) };
  }

  it.each(WAYS)(
    'a long answer in $format, encoded as $encoding, has its length and the bytes that it has over HTTP/1.1',
    async ({ format, encoding }) => {
      const { status, headers, body } = await received(addressOf(format), encoding);
      expect(status).toBe(200);
      expect(headers['content-length']).toBe(String(body.length));
      expect(headers).not.toHaveProperty('transfer-encoding');
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
      const usual = await client.get(addressOf(format), { 'accept-encoding': encoding });
      const came = decoded({ bytes: body, headers: usual.headers });
      expect(came.equals(decoded(usual))).toBe(true);
      expect(slotsInUse()).toBe(0);
    },
  );

  it('an answer whose client leaves with its last byte is no broken one', async () => {
    const ends: boolean[] = [];
    const seeEnd = (_request: unknown, response: ServerResponse): void => {
      response.once('close', () => ends.push(response.writableFinished));
    };
    const server = app.nest.getHttpServer();
    server.on('request', seeEnd);
    const client = [process.execPath, '-e', LEAVES_WITH_LAST_BYTE, String(port())];
    for (let trial = 1; trial <= TRIALS; trial++) {
      expect((await run([...client, request(BULK, '1.0', 'identity')])).status).toBe(0);
      while (ends.length < trial) await wait(10);
    }
    server.removeListener('request', seeEnd);
    expect(ends).toEqual(Array(TRIALS).fill(true));
  });

  it('an answer whose client goes away gives its slot and its file back', async () => {
    const socket = connect(port(), '127.0.0.1');
    socket.write(request(BULK, '1.0', 'identity'));
    await once(socket, 'readable');
    socket.destroy();
    while (slotsInUse() > 0) await wait(10);
  });

  it('where no file can be written, a long answer is unavailable and a short one is not', async () => {
    temporaryFolder.mockReturnValue(join(folder, 'missing'));
    const long = await received(BULK, 'identity');
    const short = await received('/api/v1/device', 'identity');
    temporaryFolder.mockReturnValue(folder);
    expect([long.status, short.status]).toEqual([503, 200]);
  });

  it('an answer that fails while it is written into its file is an error', async () => {
    restore = loseDatabaseAfter(app, 20);
    for (const { format, encoding } of WAYS.filter((way) => way.format !== 'parquet')) {
      const { status, headers, body } = await received(addressOf(format), encoding);
      expectUnavailable(status, headers);
      expect(headers['content-length']).toBe(String(body.length));
      expect(slotsInUse()).toBe(0);
    }
  });
});

function expectUnavailable(status: number, headers: Readonly<Record<string, unknown>>): void {
  const type = headers['content-type'];
  expect({ status, type }).toEqual({ status: 503, type: 'application/problem+json' });
  for (const name of ['content-encoding', 'content-disposition']) expect(headers).not.toHaveProperty(name);
}
