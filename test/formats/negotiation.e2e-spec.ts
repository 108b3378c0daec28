import fc from 'fast-check';
import type { Query } from '../../src/database/rows/reader.js';
import { aFullFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aLocation, DEVICE_ID } from '../kit/app/builders.js';
import { recordReads } from '../kit/database/watched-reads.js';
import { FORMATS, MEDIA_TYPES, readRows } from '../kit/formats/read-rows.js';
import { problemOf, type ApiClient } from '../kit/http/api-client.js';
import type { HttpResponse } from '../kit/http/http.js';
import { TABLES } from '../kit/specification/field-tables.js';
import {
  addressOf,
  bothAddresses,
  FLEET_FORMS,
  formatsOf,
  isFleet,
  PATH_FORMS,
  withQuery,
} from '../kit/specification/specification.js';

// docs/contract.md, 2.11

const { json: JSON_TYPE, ndjson: NDJSON, csv: CSV, parquet: PARQUET } = MEDIA_TYPES;
const LIST = '/api/v1/device/';
const USAGE = `/device/${DEVICE_ID}/datausage`;
const DEVICE = `/device/${DEVICE_ID}`;

const RECORDS = 600;

const app = appWith(aFullFleet({ locations: Array.from({ length: RECORDS }, () => aLocation()) }));
const client = customerOf(app);

const withFormat = (address: string, format: string): string => withQuery(address, `format=${format}`);

async function typeOrStatus(address: string, accept?: string): Promise<string | number> {
  const { status, headers } = await client.get(address, accept === undefined ? {} : { accept });
  return status === 200 ? (headers['content-type'] ?? '').split(';', 1)[0]! : status;
}

describe('By Accept', () => {
  it.each([
    [undefined, JSON_TYPE],
    ['', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['text/*', CSV],
    [CSV, CSV],
    [NDJSON, NDJSON],
    ['TEXT/CSV', CSV],
    [`${CSV}, ${JSON_TYPE};q=0.9`, CSV],
    [`${CSV};q=0.5, ${JSON_TYPE};q=0.9`, JSON_TYPE],
    [`${JSON_TYPE};q=0.1,${NDJSON};q=0.2,${CSV};q=0.15`, NDJSON],
    [`${CSV};q=0, */*`, JSON_TYPE],
    [`${JSON_TYPE};q=0, */*;q=0.5`, NDJSON],
    [`text/html, ${NDJSON}`, NDJSON],
    [`*/*;q=0.1, ${CSV}`, CSV],
    ['APPLICATION/JSON', JSON_TYPE],
    ['application/json; charset=UTF-8', JSON_TYPE],
    ['text/html,application/xhtml+xml,*/*;q=0.8', JSON_TYPE],
    ['text/csv; charset=utf-8', CSV],
    ['text/csv;charset=UTF-8;q=0.8, application/json;q=0.7', CSV],
    ['text/csv; header=present', CSV],
    ['application/x-ndjson; charset=utf-8', NDJSON],
    ['text/html', 406],
    [`${CSV};q=0`, 406],
    ['application/json;q=0', 406],
    ['csv', 406],
    ['application/xml', 406],
    ['image/*, text/html;q=0.5', 406],
    ['text/csv; charset=utf-16', 406],
  ])('%j has the response %s', async (accept, type) => {
    expect(await typeOrStatus(USAGE, accept)).toBe(type);
    expect(await typeOrStatus(LIST, accept)).toBe(type);
  });

  it.each([
    ['application/*', JSON_TYPE],
    ['text/html, application/json;q=0.1', JSON_TYPE],
    ['text/html,application/xhtml+xml,*/*;q=0.8', JSON_TYPE],
    ['application/json;q=0', 406],
    ['image/*, text/html;q=0.5', 406],
    [`${CSV};q=0.9, ${JSON_TYPE};q=0.1`, JSON_TYPE],
  ])('%j has the response %s on routes with JSON only', async (accept, type) => {
    expect(await typeOrStatus(DEVICE, accept)).toBe(type);
  });

  it.each([
    [PARQUET, PARQUET],
    [`${PARQUET}, ${CSV};q=0.9`, PARQUET],
    [`${PARQUET};q=0.1, ${CSV};q=0.9`, CSV],
  ])('%j has the response %s on routes with Parquet', async (accept, type) => {
    expect(await typeOrStatus(LIST, accept)).toBe(type);
  });

  it('a refusal names the available formats', async () => {
    const ofList = problemOf(await client.get(LIST, { accept: 'text/html' }), 406, 'not_acceptable');
    for (const type of [JSON_TYPE, NDJSON, CSV, PARQUET]) expect(ofList.detail).toContain(type);
    const ofUsage = problemOf(await client.get(USAGE, { accept: 'text/html' }), 406, 'not_acceptable');
    expect(ofUsage.detail).not.toContain(PARQUET);
  });
});

describe('By format', () => {
  it.each([
    ['json', CSV, JSON_TYPE],
    ['csv', JSON_TYPE, CSV],
    ['ndjson', 'text/html', NDJSON],
    ['csv', 'application/json;q=0, text/html', CSV],
  ] as const)('%s wins over Accept: %s', async (format, accept, type) => {
    expect(await typeOrStatus(withFormat(USAGE, format), accept)).toBe(type);
    expect(await typeOrStatus(withFormat(LIST, format), accept)).toBe(type);
  });

  it('can be escaped', async () => {
    expect(await typeOrStatus(`${LIST}?f%6Frmat=csv`)).toBe(CSV);
    expect(await typeOrStatus(`${LIST}?%66%6f%72mat=%63sv`, 'text/html')).toBe(CSV);
  });

  it.each(['xml', 'CSV', '', 'text/csv', 'json,csv', 'parquet%00', '__proto__', 'constructor'])(
    '%j is refused, whatever Accept says',
    async (format) => {
      for (const path of [LIST, USAGE, DEVICE])
        for (const accept of ['*/*', CSV, 'text/html'])
          expect(await client.with({ accept }).invalidParameters(withFormat(path, format))).toEqual([
            'format',
          ]);
    },
  );

  it('is refused if it is repeated, or a list', async () => {
    for (const query of ['format=csv&format=csv', 'format=csv&format=json', 'format[]=csv', 'Format=csv'])
      expect(await client.invalidParameters(`${LIST}?${query}`)).toEqual([query.split('=', 1)[0]]);
  });
});

describe.each(PATH_FORMS)('$path', (form) => {
  const address = addressOf(form, DEVICE_ID);

  it('is available in its formats by name and by Accept, in no other, and as JSON whatever Accept contains', async () => {
    for (const format of FORMATS) {
      const isServed = formatsOf(form).includes(format);
      expect(await typeOrStatus(withFormat(address, format))).toBe(isServed ? MEDIA_TYPES[format] : 400);
      expect(await typeOrStatus(address, MEDIA_TYPES[format])).toBe(isServed ? MEDIA_TYPES[format] : 406);
    }
    expect(await typeOrStatus(withFormat(address, 'json'), 'text/html')).toBe(JSON_TYPE);
  });

  it('is an attachment in CSV and Parquet only', async () => {
    for (const format of formatsOf(form)) {
      const { headers } = await client.get(withFormat(address, format));
      const disposition = headers['content-disposition'] ?? 'none';
      const isFile = format === 'csv' || format === 'parquet';
      expect(disposition).toMatch(
        isFile ? new RegExp(`^attachment; filename="[a-z]+\\.${format}"$`) : /^none$/,
      );
    }
  });

  it('has the Vary header in every response', async () => {
    const refusals: [ApiClient, string, number][] = [
      [client.with({ authorization: undefined }), address, 401],
      [client.with({ authorization: 'Bearer cda_nonsense' }), address, 401],
      [client.with({ 'x-enterprise-id': 'globex' }), address, 403],
      [client.with({ accept: 'text/html' }), address, 406],
      [client, withFormat(address, 'xml'), 400],
      [client, address, 200],
    ];
    if (form.path.includes(':id')) refusals.push([client, addressOf(form, 'nobody'), 404]);
    for (const [caller, path, expected] of refusals) {
      const { status, headers } = await caller.get(path);
      expect({ status, vary: headers.vary }).toEqual({ status: expected, vary: 'Accept, Accept-Encoding' });
    }
  });
});

it('responds to random headers and queries with a whole response or a refusal', async () => {
  const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
  const joined = (list: string) =>
    fc.array(fc.constantFrom(...list.split('|')), { maxLength: 8 }).map((parts) => parts.join(''));
  const types = joined(
    `${Object.values(MEDIA_TYPES).join('|')}|*/*|text/*|,|, |;q=|0|1|0.5|;|/|"|charset=utf-8|=|x`,
  );
  const encodings = joined('gzip|br|identity|*|,|, |;q=|; q=|0|1|0.3|;|=|x-|"|\t');
  const queries = joined('&format=|&fields=|&f%6Frmat=|json|csv|parquet|id|lat|,|%2C|%00|[]|=|&|%|+');
  const paths = fc.constantFrom(BULK, `/api/v1/device-location/id/${DEVICE_ID}?`);
  const seen = new Set<number>();
  const property = fc.asyncProperty(
    paths,
    queries,
    types,
    encodings,
    async (path, query, accept, encoding) => {
      const received = await client.get(path + query, { accept, 'accept-encoding': encoding });
      const { status, headers, isComplete } = received;
      seen.add(status);
      expect([200, 400, 406]).toContain(status);
      expect(isComplete).toBe(true);
      if (status !== 200) return;
      const format = FORMATS.find((name) => headers['content-type']!.startsWith(MEDIA_TYPES[name]));
      const table = { ...TABLES.location, ...TABLES.bulkLocation };
      expect(await readRows(format!, received, table, 'Europe/Berlin')).toHaveLength(RECORDS);
    },
  );
  const examples: [string, string, string, string][] = [
    [BULK, '', '*/*', 'br'],
    [BULK, '&format=', '*/*', ''],
    [BULK, '', 'text/html', ''],
  ];
  await fc.assert(property, { numRuns: 150, endOnFailure: true, examples });
  expect([...seen].sort()).toEqual([200, 400, 406]);
}, 60_000);

let reads: Query[];
beforeAll(() => (reads = recordReads(app)));
beforeEach(() => reads.splice(0));

const OTHERWISE = ['content-length', 'content-encoding', 'transfer-encoding', 'date', 'x-request-id'];
const headersOf = ({ headers }: HttpResponse): [string, unknown][] =>
  Object.entries(headers)
    .filter(([name]) => !OTHERWISE.includes(name))
    .sort();

describe.each(PATH_FORMS)('HEAD of $path', (form) => {
  const address = addressOf(form, DEVICE_ID);

  async function compared(path: string, by = client): Promise<HttpResponse> {
    const packed = by.with({ 'accept-encoding': 'br' });
    const get = await packed.get(path);
    const head = await packed.head(path);
    expect({ path, status: head.status, body: head.body }).toEqual({ path, status: get.status, body: '' });
    expect(headersOf(head)).toEqual(headersOf(get));
    return head;
  }

  it.each(formatsOf(form))('has the headers of GET, with or without a slash: %s', async (format) => {
    for (const path of bothAddresses(form, DEVICE_ID)) {
      const { status, headers } = await compared(withFormat(path, format));
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('content-length');
    }
  });

  it('fails as GET does', async () => {
    const failing = [withFormat(address, 'xml'), withQuery(address, 'fields=nonsense')];
    if (form.path.includes(':id')) failing.push(addressOf(form, 'nobody'));
    if (form.query) failing.push(address.split('?', 1)[0]!);
    for (const path of failing) expect((await compared(path)).status).toBeGreaterThanOrEqual(400);
    expect((await compared(address, client.with({ authorization: undefined }))).status).toBe(401);
  });

  it('reads no rows', async () => {
    await client.head(address);
    const statements = reads.map(({ sql }) => sql);
    // One statement reads the newest change, which the headers contain
    if (isFleet(form)) expect(statements).toEqual([expect.stringContaining(' changes ')]);
    else {
      // The service has to check that the device exists
      expect(statements).toHaveLength(1);
      expect(statements[0]).not.toMatch(/data_usage|screen_time|applications|locations/);
    }
  });
});

it.each(PATH_FORMS.filter(isFleet))('A 304 of $path reads no rows', async (form) => {
  const address = addressOf(form, DEVICE_ID);
  const { headers } = await client.get(address);
  reads.splice(0);
  expect((await client.get(address, { 'if-none-match': headers.etag! })).status).toBe(304);
  // The ETag contains the newest change, which has to be read
  expect(reads.filter(({ sql }) => !sql.includes(' changes '))).toEqual([]);
});

it.each(FLEET_FORMS)('GET of $path reads rows, unlike HEAD', async (form) => {
  await client.get(addressOf(form, DEVICE_ID));
  expect(reads.some(({ sql }) => /data_usage|screen_time|applications/.test(sql))).toBe(true);
});
