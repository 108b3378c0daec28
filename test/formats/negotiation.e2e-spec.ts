import { aFullFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { DEVICE_ID } from '../kit/app/builders.js';
import { MEDIA_TYPES } from '../kit/formats/read-rows.js';
import { problemOf, type ApiClient } from '../kit/http/api-client.js';
import { formatsOf, isFleet, isOne } from '../kit/specification/form-formats.js';
import { addressOf, PATH_FORMS } from '../kit/specification/specification.js';

// docs/contract.md, 2.11: which format an answer has

const { json: JSON_TYPE, ndjson: NDJSON, csv: CSV, parquet: PARQUET } = MEDIA_TYPES;
const LIST = '/api/v1/device/';
const USAGE = `/device/${DEVICE_ID}/datausage`;
const DEVICE = `/device/${DEVICE_ID}`;

const app = appWith(aFullFleet());
const client = customerOf(app);

const withFormat = (address: string, format: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}format=${format}`;

/** The media type of the answer, or the status of a refusal. */
async function answered(address: string, accept?: string): Promise<string | number> {
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
  ])('%j is answered as %s', async (accept, type) => {
    expect(await answered(USAGE, accept)).toBe(type);
    expect(await answered(LIST, accept)).toBe(type);
  });

  it.each([
    ['application/*', JSON_TYPE],
    ['text/html, application/json;q=0.1', JSON_TYPE],
    ['text/html,application/xhtml+xml,*/*;q=0.8', JSON_TYPE],
    ['application/json;q=0', 406],
    ['image/*, text/html;q=0.5', 406],
    [`${CSV};q=0.9, ${JSON_TYPE};q=0.1`, JSON_TYPE],
  ])('%j is answered as %s where there is nothing but JSON', async (accept, type) => {
    expect(await answered(DEVICE, accept)).toBe(type);
  });

  it.each([
    [PARQUET, PARQUET],
    [`${PARQUET}, ${CSV};q=0.9`, PARQUET],
    [`${PARQUET};q=0.1, ${CSV};q=0.9`, CSV],
  ])('%j is answered as %s where there is Parquet', async (accept, type) => {
    expect(await answered(LIST, accept)).toBe(type);
  });

  it('a refusal names what there is', async () => {
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
    expect(await answered(withFormat(USAGE, format), accept)).toBe(type);
    expect(await answered(withFormat(LIST, format), accept)).toBe(type);
  });

  it('may be escaped', async () => {
    expect(await answered(`${LIST}?f%6Frmat=csv`)).toBe(CSV);
    expect(await answered(`${LIST}?%66%6f%72mat=%63sv`, 'text/html')).toBe(CSV);
  });

  it.each(['xml', 'CSV', '', 'text/csv', 'json,csv', 'parquet%00', '__proto__', 'constructor'])(
    '%j is refused, whatever Accept says',
    async (format) => {
      for (const path of [LIST, USAGE, DEVICE])
        for (const accept of ['*/*', CSV, 'text/html']) {
          const received = await client.get(withFormat(path, format), { accept });
          const { errors } = problemOf(received, 400, 'invalid_parameter');
          expect(errors!.map(({ parameter }) => parameter)).toEqual(['format']);
        }
    },
  );

  it('is refused where it comes twice, or as a list', async () => {
    for (const [query, parameter] of [
      ['format=csv&format=csv', 'format'],
      ['format=csv&format=json', 'format'],
      ['format[]=csv', 'format[]'],
      ['Format=csv', 'Format'],
    ] as const) {
      const { errors } = await client.problem(`${LIST}?${query}`, 400, 'invalid_parameter');
      expect(errors!.map((error) => error.parameter)).toEqual([parameter]);
    }
  });
});

describe.each(PATH_FORMS)('$path', (form) => {
  const address = addressOf(form, DEVICE_ID);

  it('is served as JSON, and unless it is one object as NDJSON and CSV', async () => {
    for (const format of ['json', 'ndjson', 'csv'] as const) {
      const isServed = format === 'json' || !isOne(form);
      expect(await answered(withFormat(address, format))).toBe(isServed ? MEDIA_TYPES[format] : 400);
      expect(await answered(address, MEDIA_TYPES[format])).toBe(isServed ? MEDIA_TYPES[format] : 406);
    }
  });

  it('is served as JSON by name, whatever Accept says', async () => {
    expect(await answered(withFormat(address, 'json'), 'text/html')).toBe(JSON_TYPE);
  });

  it('is served as Parquet where it is about all devices, and nowhere else', async () => {
    expect(await answered(withFormat(address, 'parquet'))).toBe(isFleet(form) ? PARQUET : 400);
    expect(await answered(address, PARQUET)).toBe(isFleet(form) ? PARQUET : 406);
  });

  it('is an attachment as CSV and Parquet alone', async () => {
    for (const format of formatsOf(form)) {
      const { headers } = await client.get(withFormat(address, format));
      const isFile = format === 'csv' || format === 'parquet';
      const expected = isFile
        ? (expect.stringMatching(new RegExp(`^attachment; filename="[a-z]+\\.${format}"$`)) as string)
        : undefined;
      expect(headers['content-disposition']).toEqual(expected);
    }
  });

  it('says what it varies with, whatever the answer is', async () => {
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
