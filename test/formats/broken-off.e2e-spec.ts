import { once } from 'node:events';
import { LongAnswerSlots } from '../../src/database/rows/long-answer-slots.js';
import { aDevice, aLocation, anEnterprise } from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { loseDatabaseAfter } from '../kit/database/paused-reads.js';
import { FORMATS } from '../kit/formats/read-rows.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { connectAndWait, connectionEnd } from '../kit/http/connection-end.js';

// docs/contract.md, 2.11: "an answer that fails after its first byte ends with a reset connection ... in every format and encoding"

const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
/** Several pieces, also as Parquet. */
const RECORDS = 20_000;

let app: TestApp;
let client: ApiClient;

beforeAll(async () => {
  app = await createTestApp();
  const locations = Array.from({ length: RECORDS }, () =>
    aLocation({ lat: Math.random() * 90, lng: Math.random() * 180, accuracy: Math.random() }),
  );
  await app.load({ enterprises: [anEnterprise()], devices: [aDevice()], locations });
  client = await app.customer('acme');
  loseDatabaseAfter(app, 1);
}, 60_000);
afterAll(() => app.close());

const WAYS = FORMATS.flatMap((format) =>
  (format === 'parquet' ? ['identity'] : ['identity', 'gzip', 'br']).map((encoding) => ({
    format,
    encoding,
  })),
);

it.each(WAYS)(
  'An answer in $format, encoded as $encoding, that fails ends with a reset',
  async ({ format, encoding }) => {
    const fields = Object.entries({ ...client.headers, host: 'a', 'accept-encoding': encoding });
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const { port } = new URL(app.url);
    const socket = connectAndWait(Number(port), `GET ${BULK}&format=${format} HTTP/1.1\r\n${lines}\r\n`);
    await once(socket, 'readable');
    const head = String(socket.read());
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    expect(head.toLowerCase().includes(`content-encoding: ${encoding}\r\n`)).toBe(encoding !== 'identity');
    expect(await connectionEnd(socket)).toBe('reset');
    expect(app.nest.get(LongAnswerSlots).inUse).toBe(0);
  },
);

it.each(FORMATS)('An answer in %s that fails before its first byte is an error', async (format) => {
  loseDatabaseAfter(app, 0);
  const path = `${BULK}&format=${format}`;
  for (const encoding of ['identity', 'gzip', 'br']) {
    const { status, headers } = await client.get(path, { 'accept-encoding': encoding });
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 503,
      type: 'application/problem+json',
    });
    for (const name of ['content-encoding', 'content-disposition']) expect(headers).not.toHaveProperty(name);
  }
});
