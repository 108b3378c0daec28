import type { QueryRunner, TableColumnOptions } from 'typeorm';
import { ID_LENGTH, LABEL_LENGTH } from '../schema/columns.js';

/** Builds the columns of a migration: the same kinds as src/database/schema/columns.ts gives the entities. */
export interface ColumnBuilders {
  varchar(name: string, length: number, more?: Partial<TableColumnOptions>): TableColumnOptions;
  id(name: string, more?: Partial<TableColumnOptions>): TableColumnOptions;
  label(name: string, more?: Partial<TableColumnOptions>): TableColumnOptions;
  text(name: string, more?: Partial<TableColumnOptions>): TableColumnOptions;
  surrogate(name: string, more?: Partial<TableColumnOptions>): TableColumnOptions;
  integer(name: string, more?: Partial<TableColumnOptions>): TableColumnOptions;
  decimal(name: string): TableColumnOptions;
  boolean(name: string): TableColumnOptions;
}

export const PRIMARY = { isPrimary: true } as const;
export const NULLABLE = { isNullable: true } as const;

export function columnBuilders(queryRunner: QueryRunner): ColumnBuilders {
  const exact = exactText(queryRunner);
  const varchar: ColumnBuilders['varchar'] = (name, length, more) => ({
    name,
    type: 'varchar',
    length: String(length),
    ...exact,
    ...more,
  });
  return {
    varchar,
    id: (name, more) => varchar(name, ID_LENGTH, more),
    label: (name, more) => varchar(name, LABEL_LENGTH, more),
    text: (name, more) => ({ name, type: 'text', ...exact, ...more }),
    surrogate: (name, more) => ({ name, type: 'integer', ...more }),
    integer: (name, more) => ({ name, type: 'bigint', ...more }),
    decimal: (name) => ({ name, type: 'double', ...NULLABLE }),
    boolean: (name) => ({ name, type: 'boolean', ...NULLABLE }),
  };
}

/**
 * Text compared character by character, whatever the database's default: `Tablet-1`, `tablet-1` and `tablet-1 ` are three
 * devices. SQLite compares so by itself; the two server families have different names for it.
 */
function exactText(queryRunner: QueryRunner): { charset?: string; collation?: string } {
  switch (queryRunner.dataSource.options.type) {
    case 'mariadb':
      return { charset: 'utf8mb4', collation: 'utf8mb4_nopad_bin' };
    case 'mysql':
      return { charset: 'utf8mb4', collation: 'utf8mb4_0900_bin' };
    default:
      return {};
  }
}
