import type {
  DataSource,
  DataSourceOptions,
  EntityManager,
  QueryRunner,
  TableColumn,
  TableColumnOptions,
  TableIndex,
} from 'typeorm';
import type { NoRowsReason, DatabaseReader } from '../rows/reader.js';

/** Describes how rows are inserted into a table, or update existing ones. */
export interface Upsert {
  readonly table: string;
  /** In the order of the values in a row. */
  readonly columns: readonly string[];
  /** The columns of a unique index that identify a row. */
  readonly identity: readonly string[];
  /** The columns that an existing row takes from the new one. */
  readonly replaced: readonly string[];
  /** The columns that are added to those of an existing row. */
  readonly sums?: readonly string[];
}

/** Classifies the errors of an engine's driver. */
export interface EngineErrors {
  /** Codes of a transaction that was rolled back because of another one: a retry may succeed. */
  readonly transient: ReadonlySet<string>;
  /** Messages for an operator when a start fails, by code. */
  readonly atStart: Readonly<Record<string, string>>;
  /** Returns why the database is unavailable, if a retry helps; undefined for an error of this service. */
  whyUnavailable(error: NodeJS.ErrnoException): NoRowsReason | undefined;
}

/** The options of a data source that all engines share. */
export type CommonOptions = Pick<
  DataSourceOptions,
  'entities' | 'migrations' | 'namingStrategy' | 'synchronize' | 'migrationsRun'
> & { readonly engine: Engine };

/** Everything that differs between the engines (decision 0022): one object for each data source. `engines.ts` creates it. */
export interface Engine {
  /** Returns the options for TypeORM. With `isPrompt`, no query on a server may take longer than a request. */
  dataSourceOptions(common: CommonOptions, isPrompt: boolean): Promise<DataSourceOptions>;
  /** Returns a reader for responses, up to `longAnswers` of them long ones at the same time. The database must exist. */
  rowReader(longAnswers: number): DatabaseReader;
  transaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T>;
  /** Runs the migrations of one instance while the others wait. An embedded database belongs to one process. */
  whileLocked<T>(dataSource: DataSource, migrate: () => Promise<T>): Promise<T>;
  /** Empties the write-ahead log after an erasure, where the engine keeps one that is readable as a file. */
  emptyLog(dataSource: DataSource): Promise<void>;
  /** Copies the current state of the database to a new file. */
  backUp(path: string): Promise<void>;
  /** Returns the statement that stores `values`, which are rows of `(?, …)`. */
  upsertSql(upsert: Upsert, values: string): string;
  /** Returns the condition, after a row of columns, that it is one of these rows of `(?, …)`. */
  inRows(rows: string): string;
  /** Returns the statement that deletes up to `most` rows that meet the condition, in the order of the primary key. */
  deleteSomeSql(table: string, key: readonly string[], condition: string, most: number): string;
  /** After a query: other transactions cannot change the rows it finds until the end of this one. */
  readonly sharedLock: string;
  /**
   * After the name of a table: makes the query use this index, whatever the engine estimates. For queries that only the order of an
   * index bounds.
   */
  byIndex(index: string): string;
  /** Makes the query use the primary key. */
  byPrimaryKey(table: string): string;
  /** The database's clock, in milliseconds since 1970. */
  readonly now: string;
  /** Returns the options of a text column that compares character by character, whatever the default of the database (decision 0009). */
  exactText(dataSource: DataSource): Pick<TableColumnOptions, 'charset' | 'collation'>;
  /** Adds a column to a table that may have rows. A column that is neither nullable nor has a default becomes '' or 0 in them. */
  addColumn(runner: QueryRunner, table: string, column: TableColumn): Promise<void>;
  /** Adds an index to a table that may have rows, if possible without blocking writes. */
  addIndex(runner: QueryRunner, table: string, index: TableIndex): Promise<void>;
  readonly errors: EngineErrors;
}

export function engineOf({ options }: DataSource): Engine {
  return (options as DataSourceOptions & CommonOptions).engine;
}

/** Returns the time of the database's clock, which all instances share, in milliseconds since 1970. */
export async function databaseNow(manager: EntityManager): Promise<number> {
  const { now } = engineOf(manager.dataSource);
  const [row] = await manager.query<{ now: number | string }[]>(`SELECT ${now} AS now`);
  return Number(row?.now);
}
