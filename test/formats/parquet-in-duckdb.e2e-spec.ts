import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { appWith } from '../kit/app/app-with.js';
import { openDuckDb, type DuckDb } from '../kit/formats/duckdb.js';
import { readParquet, rowGroupsOf } from '../kit/formats/parquet.js';
import { removeFolder, temporaryFolder } from '../kit/process/workplace.js';
import type { Rule } from '../kit/specification/field-tables.js';
import { anExport } from '../kit/specification/random-export.js';
import { withQuery } from '../kit/specification/specification.js';
import { FEED_ROUTES, wholeOf } from '../kit/sync/feed-routes.js';

// docs/contract.md, 2.11: Parquet files are read here by a program that shares no code with the one that writes them

jest.setTimeout(120_000);

const DAYS = 'startdate=1950-01-01&enddate=2050-01-01';
/** Of columns that are no texts. */
const DUCK_TYPES: Readonly<Partial<Record<string, string>>> = {
  integer: 'BIGINT',
  decimal: 'DOUBLE',
  timestamp: 'TIMESTAMP WITH TIME ZONE',
  boolean: 'BOOLEAN',
};
const duckTypeOf = (rule: Rule | undefined): string =>
  (typeof rule === 'string' ? DUCK_TYPES[rule] : undefined) ?? 'VARCHAR';

/** What makes a value exact in JSON. DuckDB drops a byte order mark at the beginning of a text. */
const EXACT: Readonly<Partial<Record<string, (column: string) => string>>> = {
  VARCHAR: (column) => `hex(encode(${column}))`,
  'TIMESTAMP WITH TIME ZONE': (column) => `epoch_ms(${column})`,
};

const app = appWith({}, { LOCATION_BULK_MAX_DAYS: '36600' });
let folder: string;
let database: DuckDb;

beforeAll(async () => {
  folder = await temporaryFolder();
  database = await openDuckDb(folder);
});
afterAll(() => removeFolder(folder));

type Columns = readonly (readonly [name: string, type: string])[];

async function columnsOf(file: string): Promise<Columns> {
  const described = await database.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet('${file}')`);
  return described.getRowsJson().map(([name, type]) => [String(name), String(type)]);
}

type Cell = string | number | boolean | null;

/** The cells as texts. */
async function rowsOf(file: string, columns: Columns): Promise<(string | null)[][]> {
  const select = columns.map(([name, type]) => EXACT[type]?.(`"${name}"`) ?? `"${name}"`);
  const read = await database.runAndReadAll(`SELECT ${select.join(', ')} FROM read_parquet('${file}')`);
  return read
    .getRowsJson()
    .map((row) => (row as Cell[]).map((cell) => (cell === null ? null : String(cell))));
}

async function groupsOf(file: string): Promise<number[]> {
  const groups = `SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${file}') ORDER BY 1`;
  return (await database.runAndReadAll(groups)).getRowsJson().map(([, rows]) => Number(rows));
}

const asText = (cell: Cell): string | null => {
  if (cell === null) return null;
  return typeof cell === 'string' ? Buffer.from(cell).toString('hex').toUpperCase() : String(cell);
};

it('DuckDB reads the types, the values and the groups that the other reader of the tests reads', async () => {
  let [round, files, cells] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      anExport(() => `${++round}`),
      async (all) => {
        await app.load(all);
        for (const { id } of all.enterprises) {
          const client = await app.customer(id as string);
          for (const route of FEED_ROUTES) {
            const { status, bytes } = await client.get(withQuery(wholeOf(route, DAYS), 'format=parquet'));
            expect(status).toBe(200);
            const file = `${++files}.parquet`; // DuckDB keeps parts of a file whose name it has seen
            await writeFile(join(folder, file), bytes);
            const columns = await columnsOf(file);
            expect(columns).toEqual(
              Object.entries(route.table).map(([name, rule]) => [name, duckTypeOf(rule)]),
            );
            const { rows } = await readParquet(bytes);
            expect(await rowsOf(file, columns)).toEqual(rows.map((row) => (row as Cell[]).map(asText)));
            expect(await groupsOf(file)).toEqual(rowGroupsOf(bytes));
            cells += rows.length * columns.length;
          }
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
  expect(cells).toBeGreaterThan(0);
  database.closeSync();
});
