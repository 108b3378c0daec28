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

/** How rows get into a table where some of them may be already. */
export interface Upsert {
  readonly table: string;
  /** In the order in which the rows have their values. */
  readonly columns: readonly string[];
  /** What makes a row the same one: the columns of a unique index. */
  readonly identity: readonly string[];
  /** What a row that is there takes from the new one. */
  readonly replaced: readonly string[];
  /** What of the new row is added to the one that is there. */
  readonly sums?: readonly string[];
}

/** What the errors of an engine's driver mean. */
export interface EngineErrors {
  /** Codes of a transaction that was rolled back for another one: a retry may pass. */
  readonly transient: ReadonlySet<string>;
  /** Why a start failed, for an operator, by code. */
  readonly atStart: Readonly<Record<string, string>>;
  /** Why the database is unavailable, where a retry helps; undefined of an error of ours. */
  whyUnavailable(error: NodeJS.ErrnoException): NoRowsReason | undefined;
}

/** The options of a data source that all engines share. */
export type CommonOptions = Pick<
  DataSourceOptions,
  'entities' | 'migrations' | 'namingStrategy' | 'synchronize' | 'migrationsRun'
> & { readonly engine: Engine };

/** All that differs between the engines (decision 0022): one object a data source. `engines.ts` picks its kind. */
export interface Engine {
  /** The options for TypeORM. Where it `isPrompt`, no work on a server may take longer than a request. */
  dataSourceOptions(common: CommonOptions, isPrompt: boolean): Promise<DataSourceOptions>;
  /** Returns a reader for responses, up to `longAnswers` of them long ones at the same time. The database must exist. */
  rowReader(longAnswers: number): DatabaseReader;
  transaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T>;
  /** Runs the migrations of one instance while the others wait. An embedded database belongs to one process. */
  whileLocked<T>(dataSource: DataSource, migrate: () => Promise<T>): Promise<T>;
  /** Empties the write-ahead log after an erasure, where the engine keeps one that is readable as a file. */
  emptyLog(dataSource: DataSource): Promise<void>;
  /** Writes the database as it stands into a new file. */
  backUp(path: string): Promise<void>;
  /** The statement that stores `values`, which are rows of `(?, …)`. */
  upsertSql(upsert: Upsert, values: string): string;
  /** Stands behind a row of columns: whether it is one of these rows of `(?, …)`. */
  inRows(rows: string): string;
  /** Removes no more than so many of the rows of a table for which the condition holds, by its primary key. */
  deleteSomeSql(table: string, key: readonly string[], condition: string, most: number): string;
  /** Stands behind a query: what it finds is not changed until the end of the transaction. */
  readonly sharedLock: string;
  /**
   * Stands behind the name of a table: the query reads it by this index alone, whatever the engine takes the sizes for. For
   * queries that are bounded only by the order of an index.
   */
  byIndex(index: string): string;
  /** The same by the primary key. */
  byPrimaryKey(table: string): string;
  /** The database's clock, in milliseconds since 1970. */
  readonly now: string;
  /** What makes a text column compare character by character, whatever the database's default (decision 0009). */
  exactText(dataSource: DataSource): Pick<TableColumnOptions, 'charset' | 'collation'>;
  /** Adds a column to a table that may have rows. One that is neither nullable nor has a default is '' or 0 in them. */
  addColumn(runner: QueryRunner, table: string, column: TableColumn): Promise<void>;
  /** Adds an index to a table that may have rows, while others write to it where the engine can. */
  addIndex(runner: QueryRunner, table: string, index: TableIndex): Promise<void>;
  readonly errors: EngineErrors;
}

export function engineOf({ options }: DataSource): Engine {
  return (options as DataSourceOptions & CommonOptions).engine;
}
