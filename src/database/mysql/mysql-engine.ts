import { createConnection, type RowDataPacket } from 'mysql2/promise';
import {
  AbstractLogger,
  Table,
  type DataSource,
  type DataSourceOptions,
  type EntityManager,
  type QueryRunner,
  type TableColumn,
} from 'typeorm';
import type { CommonOptions, Engine, Upsert } from '../engine/engine.js';
import { upsertSql } from '../engine/upsert.js';
import { MigrationLock } from './migration-lock.js';
import { POOL_OPTIONS, RESPOND_WITHIN_MS } from './mysql-pool.js';
import { MYSQL_ERRORS } from './mysql-errors.js';
import { MysqlReader } from './mysql-reader.js';

type ServerFamily = 'mysql' | 'mariadb';

const CONNECT_TIMEOUT_MS = 5_000;

const WRITE_CONNECTIONS = 5;

/** Collations that compare text exactly, including spaces at the end (decision 0009). */
const EXACT: Readonly<Record<ServerFamily, string>> = {
  mariadb: 'utf8mb4_nopad_bin',
  mysql: 'utf8mb4_0900_bin',
};

/** Discards the log of TypeORM, which contains the parameters of queries that time out. */
class NoLogger extends AbstractLogger {
  protected writeLog(): void {
    // nothing
  }
}

export class MysqlEngine implements Engine {
  readonly errors = MYSQL_ERRORS;
  readonly sharedLock = 'LOCK IN SHARE MODE';
  readonly now = 'FLOOR(UNIX_TIMESTAMP(NOW(3)) * 1000)';

  constructor(private readonly url: string) {}

  async dataSourceOptions(common: CommonOptions, isPrompt: boolean): Promise<DataSourceOptions> {
    return {
      ...common,
      type: await serverFamily(this.url),
      url: this.url,
      poolSize: WRITE_CONNECTIONS,
      extra: { ...POOL_OPTIONS, maxIdle: WRITE_CONNECTIONS - 1 },
      connectTimeout: isPrompt ? RESPOND_WITHIN_MS : CONNECT_TIMEOUT_MS,
      ...(isPrompt && {
        enableQueryTimeout: true,
        maxQueryExecutionTime: RESPOND_WITHIN_MS,
        logger: new NoLogger(false),
      }),
    };
  }

  rowReader(longResponses: number): MysqlReader {
    return new MysqlReader(this.url, longResponses);
  }

  transaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return dataSource.transaction(work);
  }

  whileLocked<T>(dataSource: DataSource, migrate: () => Promise<T>): Promise<T> {
    return new MigrationLock(dataSource).hold(migrate);
  }

  /** Does nothing. The server purges its undo and binary logs by its own settings (docs/operations/backup.md). */
  emptyLog(): Promise<void> {
    return Promise.resolve();
  }

  backUp(): Promise<void> {
    const how =
      'mariadb-dump or mysqldump with --single-transaction, or the tool of your server (docs/operations/backup.md)';
    return Promise.reject(new Error(`"backup" copies the embedded database only. Use ${how}`));
  }

  /**
   * Uses VALUES(), which MySQL has deprecated since 8.0.20 but still accepts in 9.7. MariaDB rejects its replacement,
   * the row alias.
   */
  upsertSql(upsert: Upsert, values: string): string {
    return upsertSql(upsert, values, 'ON DUPLICATE KEY UPDATE', (column) => `VALUES(${column})`);
  }

  inRows(rows: string): string {
    return `IN (${rows})`;
  }

  deleteSomeSql(table: string, key: readonly string[], condition: string, most: number): string {
    return `DELETE FROM ${table} WHERE ${condition} ORDER BY ${key.join(', ')} LIMIT ${most}`;
  }

  byIndex(index: string): string {
    return `FORCE INDEX (${index})`;
  }

  byPrimaryKey(): string {
    return this.byIndex('PRIMARY');
  }

  exactText({ options }: DataSource): { charset: string; collation: string } {
    return { charset: 'utf8mb4', collation: EXACT[options.type as ServerFamily] };
  }

  /**
   * Fails instead of rewriting the table. Existing rows get the empty value implicitly. Passes a `Table`, because TypeORM
   * reads the schema of a table that it gets by name. One of those queries crashes MariaDB 10.11 (signal 11) while
   * another session creates or drops tables.
   */
  async addColumn(runner: QueryRunner, table: string, column: TableColumn): Promise<void> {
    runner.enableSqlMemory();
    await runner.addColumn(new Table({ name: table }), column);
    const { upQueries } = runner.getMemorySql();
    runner.clearSqlMemory();
    runner.disableSqlMemory();
    for (const { query, parameters } of upQueries)
      await runner.query(`${query}, ALGORITHM=INSTANT`, parameters);
  }
}

/** Throws if the server runs in a mode in which mysql2 escapes strings wrongly. */
async function serverFamily(url: string): Promise<ServerFamily> {
  const connection = await createConnection({ uri: url, connectTimeout: CONNECT_TIMEOUT_MS });
  try {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version, @@sql_mode AS mode');
    const { version, mode } = rows[0] as { version: string; mode: string };
    if (mode.includes('NO_BACKSLASH_ESCAPES'))
      throw new Error(
        'The database server runs in sql_mode NO_BACKSLASH_ESCAPES, which this service does not support',
      );
    return /mariadb/i.test(version) ? 'mariadb' : 'mysql';
  } finally {
    connection.destroy();
  }
}
