import type { EntityManager } from 'typeorm';

type Cell = string | number;

/** A table whose rows are sums: what its columns are for. */
export interface SumTable {
  readonly name: string;
  readonly key: readonly string[];
  /** Replaced by what comes last. */
  readonly latest: readonly string[];
  readonly sums: readonly string[];
}

const ROWS_IN_ONE_STATEMENT = 100;

/**
 * Adds to the sums of rows, and makes the rows that are missing. Each row holds the columns of key, latest and sums in this order; rows
 * come in one order everywhere, so that instances that write at once do not lock each other out.
 */
export async function addUp(
  manager: EntityManager,
  table: SumTable,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const columns = [...table.key, ...table.latest, ...table.sums];
  const places = `(${columns.map(() => '?').join(', ')})`;
  for (let at = 0; at < rows.length; at += ROWS_IN_ONE_STATEMENT) {
    const some = rows.slice(at, at + ROWS_IN_ONE_STATEMENT);
    await manager.query(
      `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES ${some.map(() => places).join(', ')}
       ${onConflict(manager, table)}`,
      some.flat(),
    );
  }
}

function onConflict(manager: EntityManager, { key, latest, sums }: SumTable): string {
  const isSqlite = manager.dataSource.options.type === 'better-sqlite3';
  const given = (column: string): string => (isSqlite ? `excluded.${column}` : `VALUES(${column})`);
  const changes = [
    ...latest.map((column) => `${column} = ${given(column)}`),
    ...sums.map((column) => `${column} = ${column} + ${given(column)}`),
  ].join(', ');
  return isSqlite
    ? `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes}`
    : `ON DUPLICATE KEY UPDATE ${changes}`;
}
