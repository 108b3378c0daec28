import { fromChecks } from '../process/checks-package.js';

/** As much of DuckDB's package as the tests use. */
interface Package {
  readonly DuckDBInstance: { create(): Promise<{ connect(): Promise<DuckDb> }> };
}

export interface DuckDb {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{
    getRowsJson(): readonly (readonly unknown[])[];
    getRowObjectsJson(): readonly Readonly<Record<string, unknown>>[];
  }>;
  closeSync(): void;
}

/** Opens a database that finds files in this folder. */
export async function openDuckDb(folder: string): Promise<DuckDb> {
  const { DuckDBInstance } = fromChecks('@duckdb/node-api') as Package;
  const database = await (await DuckDBInstance.create()).connect();
  await database.run(`SET file_search_path = '${folder}'`);
  return database;
}
