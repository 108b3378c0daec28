import { once } from 'node:events';
import { connect } from 'node:net';
import { DatabaseUnavailable } from '../../src/database/rows/reader.js';
import { DownloadSlots } from '../../src/streaming/download-slots.js';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aLocation } from '../kit/app/builders.js';
import { failReads, failReadsAfterPauses } from '../kit/database/watched-reads.js';
import { FORMATS, type Format } from '../kit/formats/read-rows.js';
import { connectAndWait, connectionEnd, getRequest } from '../kit/http/http.js';
import { decoded } from '../kit/http/encodings.js';
import { eventually } from '../kit/process/retry.js';

// docs/contract.md, 2.11

const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
/** Several chunks in every format, including Parquet. */
const RECORDS = 30_000;
const ENCODINGS = ['identity', 'gzip', 'br'];
const COMBINATIONS = FORMATS.flatMap((format) =>
  (format === 'parquet' ? ['identity'] : ENCODINGS).map((encoding) => ({ format, encoding })),
);

const locations = Array.from({ length: RECORDS }, () =>
  aLocation({ lat: Math.random() * 90, lng: Math.random() * 180, accuracy: Math.random() }),
);
const app = appWith(aFleet({ locations }));
const client = customerOf(app);

let restore = (): void => undefined;
afterEach(() => restore());

const addressOf = (format: Format): string => `${BULK}&format=${format}`;
const port = (): number => Number(new URL(app.url).port);
const expectFreeSlots = () => eventually(() => app.nest.get(DownloadSlots).inUse === 0);

const request = (path: string, version: string, encoding: string): string =>
  getRequest(path, { ...client.headers, 'accept-encoding': encoding }, version);

describe.each(['1.0', '1.1'])('A response over HTTP/%s', (version) => {
  it.each(COMBINATIONS)(
    'is reset when it fails after its first byte, in $format encoded as $encoding',
    async ({ format, encoding }) => {
      restore = failReadsAfterPauses(app, 1);
      const socket = connectAndWait(port(), request(addressOf(format), version, encoding));
      await once(socket, 'readable');
      const head = String(socket.read());
      expect(head).toMatch(/^HTTP\/1.1 200 /);
      expect(head.toLowerCase().includes(`content-encoding: ${encoding}\r\n`)).toBe(encoding !== 'identity');
      expect(await connectionEnd(socket)).toBe('reset');
      await expectFreeSlots();
    },
  );
});

it.each(COMBINATIONS)(
  'A response over HTTP/1.0 has the bytes of HTTP/1.1 and no chunks, in $format encoded as $encoding',
  async ({ format, encoding }) => {
    const socket = connect(port(), '127.0.0.1');
    socket.write(request(addressOf(format), '1.0', encoding));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const received = Buffer.concat(chunks);
    const headEnd = received.indexOf('\r\n\r\n');
    const head = received.toString('latin1', 0, headEnd).toLowerCase();
    expect(head).toMatch(/^http\/1.1 200 /);
    expect(head).not.toContain('transfer-encoding');
    const overHttp11 = await client.get(addressOf(format), { 'accept-encoding': encoding });
    const bytes = decoded({ bytes: received.subarray(headEnd + 4), headers: overHttp11.headers });
    expect(bytes.equals(decoded(overHttp11))).toBe(true);
    await expectFreeSlots();
  },
);

const FAILURES = [
  [BULK, () => failReadsAfterPauses(app, 0)],
  [
    '/api/v1/device-location/changes?limit=1',
    () => failReads(app, new DatabaseUnavailable('no_connection_in_time')),
  ],
] as const;

describe.each(FAILURES)('A response to %s that fails before its first byte', (path, fail) => {
  it.each(FORMATS)('is an error without headers of a response, in %s', async (format) => {
    restore = fail();
    for (const encoding of ENCODINGS) {
      const { status, headers } = await client.get(`${path}&format=${format}`, {
        'accept-encoding': encoding,
      });
      expect([status, headers['content-type']]).toEqual([503, 'application/problem+json']);
      for (const name of ['content-encoding', 'content-disposition', 'etag', 'x-sync-token', 'link'])
        expect(headers).not.toHaveProperty(name);
    }
  });
});
