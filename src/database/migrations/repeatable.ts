import { TableColumn, type QueryRunner, type Table, type TableColumnOptions, type TableIndex } from 'typeorm';
import { engineOf } from '../engine/engine.js';

// MySQL and MariaDB have no transactional DDL. A migration that was interrupted there is run again by the next start, and must skip what
// it has made already.

export async function makeTables(runner: QueryRunner, tables: readonly Table[]): Promise<void> {
  for (const table of tables) await runner.createTable(table, true);
}

/** In rows that are there, a column that is neither nullable nor has a default is '' or 0. */
export async function makeColumn(
  runner: QueryRunner,
  table: string,
  column: TableColumnOptions,
): Promise<void> {
  if (await runner.hasColumn(table, column.name)) return;
  await engineOf(runner.dataSource).addColumn(runner, table, new TableColumn(column));
}

export async function makeIndex(runner: QueryRunner, table: string, index: TableIndex): Promise<void> {
  const { indices = [] } = (await runner.getTable(table)) ?? {};
  if (!indices.some(({ name }) => name === index.name))
    await engineOf(runner.dataSource).addIndex(runner, table, index);
}
