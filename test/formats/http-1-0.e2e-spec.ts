import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LongAnswerSlots } from '../../src/database/rows/long-answer-slots.js';
import { aDevice, aLocation, anEnterprise } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { loseDatabaseAfter } from '../kit/database/paused-reads.js';
import { FORMATS } from '../kit/formats/read-rows.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { decoded } from '../kit/http/encodings.js';

// docs/contract.md, 2.11: "Over HTTP/1.0 every answer has its length". docs/decisions/0006: it waits in a file until that is known.

const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
/** More than is held in memory, but as Parquet. */
const RECORDS = 20_000;

let app: TestApp;
let client: ApiClient;
let folder: string;
let temporaryFolder: jest.SpyInstance<string>;

beforeAll(async () => {
  app = await createTestApp();
  const locations = Array.from({ length: RECORDS }, () =>
    aLocation({ lat: Math.random() * 90, lng: Math.random() * 180, accuracy: Math.random() }),
  );
  await app.load({ enterprises: [anEnterprise()], devices: [aDevice()], locations });
  client = await app.customer('acme');
  folder = mkdtempSync(join(os.tmpdir(), 'answers-'));
  temporaryFolder = jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
}, 60_000);
afterAll(async () => {
  expect(temporaryFolder).toHaveBeenCalled();
  temporaryFolder.mockRestore();
  rmSync(folder, { recursive: true });
  await app.close();
});
afterEach(() => {
  expect(readdirSync(folder)).toEqual([]);
});

interface Received {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const lines = (path: string, version: string, encoding: string): string =>
  [
    `GET ${path} HTTP/${version}`,
    ...Object.entries({ ...client.headers, host: 'a', connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    `accept-encoding: ${encoding}`,
    '\r\n',
  ].join('\r\n');

async function received(path: string, encoding: string): Promise<Received> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(lines(path, '1.0', encoding));
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  const all = Buffer.concat(pieces);
  const end = all.indexOf('\r\n\r\n');
  const [first = '', ...fields] = all.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    fields.map((field) => {
      const [name = '', value = ''] = field.split(/: (.*)/);
      return [name.toLowerCase(), value];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body: all.subarray(end + 4) };
}

const WAYS = FORMATS.flatMap((format) =>
  (format === 'parquet' ? ['identity'] : ['identity', 'gzip', 'br']).map((encoding) => ({
    format,
    encoding,
  })),
);

it.each(WAYS)(
  'A long answer in $format, encoded as $encoding, has its length and the bytes that it has over HTTP/1.1',
  async ({ format, encoding }) => {
    const { status, headers, body } = await received(`${BULK}&format=${format}`, encoding);
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(body.length));
    expect(headers.has('transfer-encoding')).toBe(false);
    expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? undefined : encoding);
    const usual = await client.get(`${BULK}&format=${format}`, { 'accept-encoding': encoding });
    const came = decoded({ bytes: body, headers: usual.headers });
    expect(came.equals(decoded(usual))).toBe(true);
    expect(app.nest.get(LongAnswerSlots).inUse).toBe(0);
  },
);

it('An answer whose client goes away gives its slot and its file back', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(lines(BULK, '1.0', 'identity'));
  await once(socket, 'readable');
  socket.destroy();
  while (app.nest.get(LongAnswerSlots).inUse > 0) await wait(10);
});

it('Where no file can be written, a long answer is unavailable and a short one is not', async () => {
  temporaryFolder.mockReturnValue(join(folder, 'missing'));
  const long = await received(BULK, 'identity');
  const short = await received('/api/v1/device', 'identity');
  temporaryFolder.mockReturnValue(folder);
  expect([long.status, short.status]).toEqual([503, 200]);
});

it('An answer that fails while it is written into its file is an error', async () => {
  loseDatabaseAfter(app, 20);
  for (const { format, encoding } of WAYS.filter(({ format }) => format !== 'parquet')) {
    const { status, headers, body } = await received(`${BULK}&format=${format}`, encoding);
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 503,
      type: 'application/problem+json',
    });
    expect(headers.get('content-length')).toBe(String(body.length));
    for (const name of ['content-encoding', 'content-disposition']) expect(headers.has(name)).toBe(false);
    expect(app.nest.get(LongAnswerSlots).inUse).toBe(0);
  }
});
