import type {
  DataSource,
  DataSourceOptions,
  EntityManager,
  QueryRunner,
  TableColumn,
  TableColumnOptions,
} from 'typeorm';
import type { DatabaseReader } from '../rows/reader.js';

export interface Upsert {
  readonly table: string;
  readonly columns: readonly string[];
  readonly identity: readonly string[];
  readonly replaced: readonly string[];
  readonly sums?: readonly string[];
  /** A time that is replaced too. A row with an earlier time than the stored row replaces nothing. */
  readonly latest?: string | undefined;
}

/** Contains all differences between the engines (decision 0022). `data-source.ts` creates one per data source. */
export interface Engine {
  /** With `hasQueryTimeout`, no query on a server may take longer than a request. */
  dataSourceOptions(hasQueryTimeout: boolean): Promise<DataSourceOptions>;
  /** Requires an existing database. Reads up to `longResponses` long responses at the same time. */
  rowReader(longResponses: number): DatabaseReader;
  transaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T>;
  /** All reads of `work` show one state, whatever isolation level the server has by default. */
  snapshot<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T>;
  whileLocked<T>(dataSource: DataSource, migrate: () => Promise<T>): Promise<T>;
  /** Empties a write-ahead log on disk after an erasure, if the engine has one. */
  emptyLog(dataSource: DataSource): Promise<void>;
  backUp(path: string): Promise<void>;
  /** SQL between the values of an upsert and its assignments. */
  onConflict(identity: readonly string[]): string;
  /** SQL for the value of an upsert in its assignments. */
  upsertedValue(column: string): string;
  deleteSomeSql(table: string, key: readonly string[], condition: string, most: number): string;
  /** Suffix of a query. Until this transaction ends, other transactions cannot change the found rows. */
  readonly sharedLock: string;
  /** Returns SQL after a table name that forces an index. For queries that are only fast in the order of an index. */
  byIndex(index: string): string;
  byPrimaryKey(table: string): string;
  /** SQL of an inner join that reads its left table first, whatever the statistics of the tables say. */
  readonly joinInOrder: string;
  /** SQL for the clock of the database, in milliseconds since 1970. */
  readonly now: string;
  /** Returns the options of a text column that compares character by character (decision 0009). */
  exactText(dataSource: DataSource): Pick<TableColumnOptions, 'charset' | 'collation'>;
  /** Suffix of a CREATE INDEX that does not block writes to the table. */
  readonly onlineIndex: string;
  /** Adds a column to a table with rows. They get '' or 0 if the column has no default and is not nullable. */
  addColumn(runner: QueryRunner, table: string, column: TableColumn): Promise<void>;
}

export function engineOf({ options }: DataSource): Engine {
  return (options as DataSourceOptions & { readonly engine: Engine }).engine;
}

export async function databaseNow(manager: EntityManager): Promise<number> {
  const { now } = engineOf(manager.dataSource);
  const [row] = await manager.query<{ now: number | string }[]>(`SELECT ${now} AS now`);
  return Number(row?.now);
}
