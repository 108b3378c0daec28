import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DuckDBBlobValue,
  DuckDBConnection,
  DuckDBTimestampTZValue,
  type DuckDBValue,
} from '@duckdb/node-api';

export interface Parquet {
  /** In their order, with DuckDB's names of their types. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** Timestamps as milliseconds. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Reads a Parquet file with DuckDB. Its texts as bytes: the driver takes the mark of an order of bytes off their beginning. */
export async function readParquet(bytes: Buffer): Promise<Parquet> {
  return withFile(bytes, async (file, database) => {
    const described = await database.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet('${file}')`);
    const columns = described.getRows().map(([name, type]) => [String(name), String(type)] as const);
    const select = columns.map(([name, type]) => (type === 'VARCHAR' ? `encode("${name}")` : `"${name}"`));
    const result = await database.runAndReadAll(`SELECT ${select.join(', ')} FROM read_parquet('${file}')`);
    return { columns, rows: result.getRows().map((row) => row.map(plain)) };
  });
}

/** How many rows each of its groups has. */
export function rowGroupsOf(bytes: Buffer): Promise<number[]> {
  return withFile(bytes, async (file, database) => {
    const groups = `SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${file}') ORDER BY 1`;
    return (await database.runAndReadAll(groups)).getRows().map(([, rows]) => Number(rows));
  });
}

async function withFile<Result>(
  bytes: Buffer,
  use: (file: string, database: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'cda-test-parquet-'));
  const file = join(folder, 'rows.parquet');
  const database = await DuckDBConnection.create();
  try {
    await writeFile(file, bytes);
    return await use(file, database);
  } finally {
    database.closeSync();
    await rm(folder, { recursive: true });
  }
}

function plain(value: DuckDBValue): unknown {
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString();
  if (value instanceof DuckDBTimestampTZValue) return Number(value.micros / 1000n);
  if (typeof value !== 'bigint') return value;
  if (!Number.isSafeInteger(Number(value))) throw new Error(`Not exact as a number: ${value}`);
  return Number(value);
}
