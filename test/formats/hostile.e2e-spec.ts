import fc from 'fast-check';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aLocation, DEVICE_ID } from '../kit/app/builders.js';
import { FORMATS, MEDIA_TYPES, readRows } from '../kit/formats/read-rows.js';
import { TABLES } from '../kit/specification/field-tables.js';

// Whatever is asked for, the answer is one that the document has, and what is served is the whole answer.

const RECORDS = 400;
const RUNS = 150;
const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
const OF_DEVICE = `/api/v1/device-location/id/${DEVICE_ID}?`;

const client = customerOf(appWith(aFleet({ locations: Array.from({ length: RECORDS }, () => aLocation()) })));

const joined = (...words: string[]) =>
  fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((parts) => parts.join(''));

const accept = joined(
  ...Object.values(MEDIA_TYPES),
  '*/*',
  'text/*',
  ',',
  ', ',
  ';q=',
  '0',
  '1',
  '0.5',
  ';',
  '/',
  '"',
  'charset=utf-8',
  '=',
  'x',
);
const acceptEncoding = joined(
  'gzip',
  'br',
  'identity',
  '*',
  ',',
  ', ',
  ';q=',
  '; q=',
  '0',
  '1',
  '0.3',
  ';',
  '=',
  'x-',
  '"',
  '\t',
);
const query = joined(
  '&format=',
  '&fields=',
  '&f%6Frmat=',
  'json',
  'csv',
  'parquet',
  'id',
  'lat',
  ',',
  '%2C',
  '%00',
  '[]',
  '=',
  '&',
  '%',
  '+',
);

it('Odd headers and queries are answered whole or refused', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(BULK, OF_DEVICE),
      query,
      accept,
      acceptEncoding,
      async (path, more, type, encoding) => {
        const received = await client.get(path + more, { accept: type, 'accept-encoding': encoding });
        const { status, headers, isComplete } = received;
        seen.add(status);
        expect([200, 400, 406]).toContain(status);
        expect(isComplete).toBe(true);
        if (status !== 200) return;
        const format = FORMATS.find((name) => headers['content-type']!.startsWith(MEDIA_TYPES[name]));
        const table = { ...TABLES.location, ...TABLES.bulkLocation };
        expect(await readRows(format!, received, table, 'Europe/Berlin')).toHaveLength(RECORDS);
      },
    ),
    {
      numRuns: RUNS,
      endOnFailure: true,
      // one of each answer, whatever else comes
      examples: [
        [BULK, '', '*/*', 'br'],
        [BULK, '&format=', '*/*', ''],
        [BULK, '', 'text/html', ''],
      ],
    },
  );
  expect([...seen].sort()).toEqual([200, 400, 406]);
}, 60_000);
