import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, aLocation, anEnterprise, DEVICE_ID } from '../kit/app/builders.js';
import { FORMATS } from '../kit/formats/read-rows.js';
import { decoded } from '../kit/http/encodings.js';

// docs/contract.md, 2.11

const WHOLE = `/device/${DEVICE_ID}`;
const STREAMED = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
const RECORDS = 4_000;

const ONE_MODEL = '/device?fields=model';
const AROUND_MODEL = '[{"model":""}]'.length;
const MAX_PLAIN_BYTES = 32_768;

const MODEL = 'x'.repeat(MAX_PLAIN_BYTES - AROUND_MODEL);
const LARGE_DEVICE = aDevice({ model: MODEL, policy_name: 'y'.repeat(MAX_PLAIN_BYTES) });

const app = appWith({
  enterprises: [anEnterprise(), anEnterprise({ id: 'globex' })],
  devices: [LARGE_DEVICE, { ...LARGE_DEVICE, enterprise_id: 'globex', model: `${MODEL}x` }],
  locations: Array.from({ length: RECORDS }, (_, at) =>
    aLocation({ lat: Math.sin(at) * 90, lng: Math.cos(at) * 180, provider: 'fused, "\n' }),
  ),
});
const client = customerOf(app);

const getEncoded = (path: string, encodings: string | undefined, by = client) =>
  by.get(path, encodings === undefined ? {} : { 'accept-encoding': encodings });

const encodingOf = async (path: string, encodings: string | undefined, by = client) =>
  (await getEncoded(path, encodings, by)).headers['content-encoding'];

describe.each([
  ['one chunk', WHOLE],
  ['many chunks', STREAMED],
])('A response in %s', (_title, path) => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['*', 'br'],
    ['*;q=0.1', 'br'],
    ['gzip, *', 'br'],
    ['gzip;q=1.0, br;q=1.0', 'br'],
    ['gzip;q=0.8, br;q=0.8, *;q=0.1', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.6', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=0', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.4, br;q=0.3', undefined],
    ['identity;q=0', undefined], // no acceptable encoding: the service sends the response unencoded
    ['br;q=nonsense', undefined],
    ['gzip;;,,q', 'gzip'],
    ['brotli', undefined],
    ['x-br', undefined],
  ])('for Accept-Encoding: %s is encoded as %s', async (accept, encoding) => {
    expect(await encodingOf(path, accept)).toBe(encoding);
  });

  it.each(['gzip', 'br'])('is one %s stream of the uncompressed response', async (encoding) => {
    const plain = await getEncoded(path, 'identity');
    const encoded = await getEncoded(path, encoding);
    expect(decoded(encoded).equals(plain.bytes)).toBe(true);
    expect(encoded.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(encoded.headers['content-type']).toBe(plain.headers['content-type']);
  });
});

it.each(['gzip', 'br'])('Every format but Parquet is compressed: %s', async (encoding) => {
  for (const format of FORMATS) {
    const path = `${STREAMED}&format=${format}`;
    const plain = await getEncoded(path, undefined);
    const encoded = await getEncoded(path, encoding);
    const expected = format === 'parquet' ? undefined : encoding;
    expect([format, encoded.headers['content-encoding']]).toEqual([format, expected]);
    expect(decoded(encoded).equals(plain.bytes)).toBe(true);
  }
});

it('A response of 32 kB is sent uncompressed, and one of one byte more is compressed', async () => {
  const plain = await getEncoded(ONE_MODEL, 'br, gzip');
  expect(plain.bytes).toHaveLength(MAX_PLAIN_BYTES);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.headers['content-length']).toBe(String(MAX_PLAIN_BYTES));

  const encoded = await getEncoded(ONE_MODEL, 'br, gzip', await app.customer('globex'));
  expect(decoded(encoded)).toHaveLength(MAX_PLAIN_BYTES + 1);
  expect(encoded.headers['content-encoding']).toBe('br');
  expect(encoded.headers['content-length']).toBe(String(encoded.bytes.length));
});

it('Errors are never compressed', async () => {
  const { headers, status } = await getEncoded(`${WHOLE}?fields=${'x'.repeat(4_000)}`, 'br');
  expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 400, encoding: undefined });
});

it('A response that contains a new key is never compressed', async () => {
  const postKey = (path: string, body?: object) =>
    app.admin('acme').post(`/internal/v1/api-keys${path}`, body, { 'accept-encoding': 'br, gzip' });
  const created = await postKey('', { application: 'x'.repeat(100), scopes: ['device:GetList'] });
  const { id, key } = JSON.parse(created.body) as { id: string; key: string };
  const again = await postKey(`/${id}/regenerate`);
  for (const { headers } of [created, again]) expect(headers).not.toHaveProperty('content-encoding');
  expect(again.body).not.toContain(key);
});

const locations = Array.from({ length: 1_000 }, () => aLocation());
const offClient = customerOf(appWith(aFleet({ devices: [LARGE_DEVICE], locations }), { COMPRESSION: 'off' }));

it('COMPRESSION=off sends every response uncompressed', async () => {
  for (const path of [WHOLE, STREAMED])
    for (const accept of ['br', 'gzip', '*', 'identity;q=0, br'])
      expect(await encodingOf(path, accept, offClient)).toBeUndefined();
});
