import type { DeviceName } from './device-names.js';
import type { RecordShape, Value } from '../records/record-shape.js';
import type { FoundDevice, FoundEnterprise } from './record-store.js';

/** A data source, or the transaction that is open on it. */
export interface Queries {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

export async function findEnterprises(
  queries: Queries,
  ids: readonly string[],
): Promise<readonly FoundEnterprise[]> {
  const sql = 'SELECT id, `key` FROM enterprises WHERE id IN (?)';
  return (await queries.query(sql, [ids])) as FoundEnterprise[];
}

export async function findDevices(
  queries: Queries,
  names: readonly DeviceName[],
): Promise<readonly FoundDevice[]> {
  const sql =
    'SELECT enterprise_key AS enterpriseKey, id, device_key AS deviceKey FROM devices WHERE (enterprise_key, id) IN (?)';
  const pairs = names.map(({ enterpriseKey, id }) => [enterpriseKey, id]);
  return (await queries.query(sql, [pairs])) as FoundDevice[];
}

/** One statement, which is a transaction by itself where none is open. */
export async function upsert(queries: Queries, shape: RecordShape, rows: readonly Value[][]): Promise<void> {
  await queries.query(upsertSql(shape), [rows]);
}

/**
 * VALUES() is what both families understand: MySQL has called it deprecated since 8.0.20 and still takes it in 9.7, and
 * the row alias that it has instead is a syntax error on MariaDB.
 */
function upsertSql({ table, columns, replaced }: RecordShape): string {
  return (
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ? ` +
    `ON DUPLICATE KEY UPDATE ${replaced.map((column) => `${column} = VALUES(${column})`).join(', ')}`
  );
}
