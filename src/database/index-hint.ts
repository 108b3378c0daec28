import type { DataSource } from 'typeorm';

/**
 * Stands behind the name of a table: the query reads it by this index alone, whatever the engine takes the sizes for. For queries
 * that are bounded only by the order of an index.
 */
export function byIndex({ options }: DataSource, index: string): string {
  return options.type === 'better-sqlite3' ? `INDEXED BY ${index}` : `FORCE INDEX (${index})`;
}

/** The same by the primary key. */
export function byPrimaryKey({ options }: DataSource, table: string): string {
  return options.type === 'better-sqlite3'
    ? `INDEXED BY sqlite_autoindex_${table}_1`
    : 'FORCE INDEX (PRIMARY)';
}
