import type { EntityManager } from 'typeorm';
import type { Value } from '../rows/reader.js';
import { snakeCase } from '../schema/columns.js';
import { engineOf, type Upsert } from './engine.js';

type Names<Row> = readonly (keyof Row & string)[];

/** Limits the values of a statement to half of the SQLite limit. */
const MAX_VALUES = 16_000;

export function placesOf(values: readonly unknown[]): string {
  return `(${values.map(() => '?').join(', ')})`;
}

/** Stores rows. If several rows have the same identity, the last one wins. */
export async function storeRows(
  manager: EntityManager,
  { table, columns, identity, replaced, sums = [], latest }: Upsert,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const engine = engineOf(manager.dataSource);
  const valueOf = (column: string): string =>
    latest === undefined
      ? engine.upsertedValue(column)
      : `CASE WHEN ${engine.upsertedValue(latest)} < ${latest} THEN ${column} ELSE ${engine.upsertedValue(column)} END`;
  // MySQL assigns in this order, and the other columns compare the stored time
  const assigned = latest === undefined ? replaced : [...replaced, latest];
  const changes = [
    ...assigned.map((column) => `${column} = ${valueOf(column)}`),
    ...sums.map((column) => `${column} = ${column} + ${engine.upsertedValue(column)}`),
  ];
  const begin = `INSERT INTO ${table} (${columns.join(', ')}) VALUES`;
  const end = `${engine.onConflict(identity)} ${changes.join(', ')}`;
  const places = placesOf(columns);
  const batchSize = Math.floor(MAX_VALUES / columns.length);
  for (let at = 0; at < rows.length; at += batchSize) {
    const some = rows.slice(at, at + batchSize);
    await manager.query(`${begin} ${some.map(() => places).join(', ')} ${end}`, some.flat());
  }
}

/** Sorts the rows by primary key, so that instances do not deadlock. An entity must declare that key first. */
export async function storeEntities<Row extends object>(
  manager: EntityManager,
  entity: new () => Row,
  rows: readonly Row[],
  {
    replaced = [],
    sums = [],
    latest,
  }: { replaced?: Names<Row>; sums?: Names<Row>; latest?: keyof Row & string },
): Promise<void> {
  const { tableName, columns, primaryColumns } = manager.dataSource.getMetadata(entity);
  const upsert = {
    table: tableName,
    columns: columns.map(({ databaseName }) => databaseName),
    identity: primaryColumns.map(({ databaseName }) => databaseName),
    replaced: replaced.map(snakeCase),
    sums: sums.map(snakeCase),
    latest: latest && snakeCase(latest),
  };
  const values = rows.map((row) =>
    columns.map(({ propertyName }) => row[propertyName as keyof Row] as Value),
  );
  await storeRows(manager, upsert, values.sort(byFirstDifference));
}

function byFirstDifference(one: readonly Value[], other: readonly Value[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}

/** Returns the rows of existing enterprises. Locks these enterprises until the transaction ends. */
export async function ofExistingEnterprises<Row extends { readonly enterpriseKey: number }>(
  manager: EntityManager,
  rows: readonly Row[],
): Promise<Row[]> {
  const keys = [...new Set(rows.map(({ enterpriseKey }) => enterpriseKey))].sort((one, other) => one - other);
  const found = await manager.query<{ key: number }[]>(
    `SELECT \`key\` FROM enterprises WHERE \`key\` IN ${placesOf(keys)} ORDER BY \`key\` ${engineOf(manager.dataSource).sharedLock}`,
    keys,
  );
  const existing = new Set(found.map(({ key }) => key));
  return rows.filter(({ enterpriseKey }) => existing.has(enterpriseKey));
}
