import { Readable } from 'node:stream';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { hashKey, keyHint, newKey } from '../../src/auth/key-format.js';
import { SCOPE_NAMES } from '../../src/auth/scopes.js';
import { dataSourceOptions } from '../../src/app/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import type { Value } from '../../src/database/rows/reader.js';
import {
  BEFORE_FEEDS,
  deviceRows,
  enterprisesOf,
  locationRows,
  usageRows,
  type FleetSize,
  type SeededEnterprise,
} from './fleet.js';
import type { DatabaseServer } from '../../test/kit/database/database-server.js';

export const PEPPER = 'the pepper of the benchmarks, at least 32 characters';
const KEYS_PER_ENTERPRISE = 10;

export interface SeededKey {
  readonly key: string;
  readonly enterprise: SeededEnterprise;
}

/** Creates and fills a database with the product's schema, or reuses a database with the same seed. */
export async function seedMariadb(
  server: DatabaseServer,
  database: string,
  { devices, days, locations, enterprises }: FleetSize,
): Promise<SeededKey[]> {
  await server.query(
    'CREATE DATABASE IF NOT EXISTS bench_state; CREATE TABLE IF NOT EXISTS bench_state.seeded (name VARCHAR(64) PRIMARY KEY, seed TEXT, api_keys LONGTEXT)',
  );
  const seed = { devices, days, locations, ...(enterprises && { enterprises }) };
  const [seeded] = await server.query<{ seed: string; api_keys: string }>(
    `SELECT seed, api_keys FROM bench_state.seeded WHERE name = '${database}'`,
  );
  if (seeded?.seed === JSON.stringify(seed)) return JSON.parse(seeded.api_keys) as SeededKey[];
  await server.query(
    `DROP DATABASE IF EXISTS ${database}; CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
  );
  await makeSchema(server.url(database));
  const connection = await createConnection({ uri: server.url(database), flags: ['LOCAL_FILES'] });
  try {
    await connection.query('SET unique_checks = 0, foreign_key_checks = 0');
    const keys = await fill(connection, seed);
    await connection.query('REPLACE INTO bench_state.seeded VALUES (?, ?, ?)', [
      database,
      JSON.stringify(seed),
      JSON.stringify(keys),
    ]);
    return keys;
  } finally {
    await connection.end();
  }
}

/** Makes the next run seed the database again, after a scenario has changed it. */
export async function deleteSeed(server: DatabaseServer, database: string): Promise<void> {
  await server.query(`DELETE FROM bench_state.seeded WHERE name = '${database}'`);
}

async function makeSchema(url: string): Promise<void> {
  const dataSource = await new DataSource(await dataSourceOptions({ engine: 'mysql', url })).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
}

async function fill(connection: Connection, seed: FleetSize): Promise<SeededKey[]> {
  const enterprises = enterprisesOf(seed);
  const keys = keysOf(enterprises);
  await load(connection, 'enterprises', enterpriseRows(enterprises));
  await load(connection, 'api_keys', keyRows(keys));
  await load(connection, 'devices', deviceRows(enterprises));
  await load(connection, 'data_usage', usageRows(enterprises, seed.days));
  await load(connection, 'locations', locationRows(enterprises, seed));
  await connection.query<RowDataPacket[]>(
    'ANALYZE TABLE enterprises, api_keys, devices, data_usage, locations',
  );
  return keys;
}

export function* ofFirst(rows: Iterable<Value[]>): Generator<Value[]> {
  for (const row of rows) if (row[0] === 1) yield row;
}

export function keysOf(enterprises: readonly SeededEnterprise[]): SeededKey[] {
  return enterprises.flatMap((enterprise) =>
    Array.from({ length: KEYS_PER_ENTERPRISE }, () => ({ key: newKey(), enterprise })),
  );
}

export function* enterpriseRows(enterprises: readonly SeededEnterprise[]): Generator<Value[]> {
  for (const { key, id, timeZone, devices } of enterprises)
    yield [key, id, `Fleet ${key}`, timeZone, devices, BEFORE_FEEDS, null, 0, 1];
}

export function* keyRows(keys: readonly SeededKey[]): Generator<Value[]> {
  for (const [at, { key, enterprise }] of keys.entries()) {
    yield [
      ...[enterprise.key, `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, `Application ${at}`],
      ...[SCOPE_NAMES.join(' '), hashKey(key, PEPPER), keyHint(key), 0, 0, null, null],
    ];
  }
}

export async function loadTable(
  server: DatabaseServer,
  database: string,
  table: string,
  rows: Iterable<Value[]>,
): Promise<void> {
  const connection = await createConnection({ uri: server.url(database), flags: ['LOCAL_FILES'] });
  try {
    await connection.query('SET unique_checks = 0');
    await load(connection, table, rows);
    await connection.query<RowDataPacket[]>(`ANALYZE TABLE ${table}`);
  } finally {
    await connection.end();
  }
}

async function load(connection: Connection, table: string, rows: Iterable<Value[]>): Promise<void> {
  await connection.query({
    sql: `LOAD DATA LOCAL INFILE 'rows' INTO TABLE ${table} CHARACTER SET utf8mb4`,
    infileStreamFactory: () =>
      Readable.from(tabSeparated(rows), { objectMode: false, highWaterMark: 1 << 20 }),
  });
}

/** Yields chunks of 500 kB: a stream that receives single rows is slower than the server. */
function* tabSeparated(rows: Iterable<Value[]>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += `${row.map(asField).join('\t')}\n`;
    if (text.length < 500_000) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function asField(value: Value): string {
  return value === null ? '\\N' : String(value).replace(/[\\\t\n]/g, (character) => `\\${character}`);
}
