import {
  type QueryRunner,
  type TableColumnOptions,
  type TableIndexOptions,
  Table,
  TableColumn,
} from 'typeorm';
import { engineOf } from '../engine/engine.js';
import { ID_LENGTH, LABEL_LENGTH } from '../schema/columns.js';

export const PRIMARY = { isPrimary: true } as const;
export const NULLABLE = { isNullable: true } as const;

type Columns = TableColumnOptions[];
type More = Partial<TableColumnOptions>;
export type ColumnBuilders = ReturnType<typeof columnBuilders>;

/**
 * Builds one column for each name, with the types of src/database/schema/columns.ts. Names are separated by spaces.
 * Texts compare character by character: `Tablet-1`, `tablet-1` and `tablet-1 ` are three devices.
 */
export function columnBuilders({ dataSource }: QueryRunner) {
  const exact = engineOf(dataSource).exactText(dataSource);
  const columns = (names: string, type: Omit<TableColumnOptions, 'name'>, more?: More): Columns =>
    names.split(' ').map((name) => ({ name, ...type, ...more }));
  const varchar = (names: string, length: number, more?: More): Columns =>
    columns(names, { type: 'varchar', length: String(length), ...exact }, more);
  return {
    varchar,
    id: (names: string, more?: More) => varchar(names, ID_LENGTH, more),
    label: (names: string, more?: More) => varchar(names, LABEL_LENGTH, more),
    text: (names: string, more?: More) => columns(names, { type: 'text', ...exact }, more),
    surrogate: (names: string, more?: More) => columns(names, { type: 'integer' }, more),
    integer: (names: string, more?: More) => columns(names, { type: 'bigint' }, more),
    decimal: (names: string) => columns(names, { type: 'double' }, NULLABLE),
    boolean: (names: string, more: More = NULLABLE) => columns(names, { type: 'boolean' }, more),
  };
}

export const index = (name: string, columns: string): TableIndexOptions => ({
  name,
  columnNames: columns.split(' '),
});
export const unique = (name: string, columns: string): TableIndexOptions => ({
  ...index(name, columns),
  isUnique: true,
});

type Parts = readonly (Columns | TableIndexOptions)[];

export function table(name: string, parts: Parts, withoutRowid = false): Table {
  const columns = parts.filter((part) => Array.isArray(part)).flat();
  const indices = parts.filter((part) => 'columnNames' in part);
  return new Table({ name, withoutRowid, columns, indices });
}

/** Stores the rows in the order of the primary key. MySQL and MariaDB do so for every table. */
export const clusteredTable = (name: string, parts: Parts): Table => table(name, parts, true);

/** Skips columns that exist, so that a start can repeat an interrupted migration. */
export async function makeColumns(runner: QueryRunner, tableName: string, columns: Columns): Promise<void> {
  for (const column of columns)
    if (!(await runner.hasColumn(tableName, column.name)))
      await engineOf(runner.dataSource).addColumn(runner, tableName, new TableColumn(column));
}
