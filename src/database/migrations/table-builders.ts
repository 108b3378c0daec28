import { type QueryRunner, type TableColumnOptions, TableColumn, type Table, type TableIndex } from 'typeorm';
import { engineOf } from '../engine/engine.js';
import { ID_LENGTH, LABEL_LENGTH } from '../schema/columns.js';

export const PRIMARY = { isPrimary: true } as const;
export const NULLABLE = { isNullable: true } as const;

type More = Partial<TableColumnOptions>;
export type ColumnBuilders = ReturnType<typeof columnBuilders>;

/**
 * Builds columns with the types of src/database/schema/columns.ts. Texts compare character by character: `Tablet-1`,
 * `tablet-1` and `tablet-1 ` are three devices.
 */
export function columnBuilders({ dataSource }: QueryRunner) {
  const exact = engineOf(dataSource).exactText(dataSource);
  const varchar = (name: string, length: number, more?: More): TableColumnOptions => ({
    name,
    type: 'varchar',
    length: String(length),
    ...exact,
    ...more,
  });
  return {
    varchar,
    id: (name: string, more?: More): TableColumnOptions => varchar(name, ID_LENGTH, more),
    label: (name: string, more?: More): TableColumnOptions => varchar(name, LABEL_LENGTH, more),
    text: (name: string, more?: More): TableColumnOptions => ({ name, type: 'text', ...exact, ...more }),
    surrogate: (name: string, more?: More): TableColumnOptions => ({ name, type: 'integer', ...more }),
    integer: (name: string, more?: More): TableColumnOptions => ({ name, type: 'bigint', ...more }),
    decimal: (name: string): TableColumnOptions => ({ name, type: 'double', ...NULLABLE }),
    boolean: (name: string, more: More = NULLABLE): TableColumnOptions => ({
      name,
      type: 'boolean',
      ...more,
    }),
  };
}

// A start repeats an interrupted migration, because MySQL and MariaDB have no transactional DDL.
// Each step therefore skips what exists already.

export async function makeTables(runner: QueryRunner, tables: readonly Table[]): Promise<void> {
  for (const table of tables) await runner.createTable(table, true);
}

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
