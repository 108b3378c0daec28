import type { DataSource, DataSourceOptions, EntityManager, QueryRunner, TableColumn } from 'typeorm';
import type { CommonOptions, Engine, Upsert } from '../engine/engine.js';
import { upsertSql } from '../engine/upsert.js';
import { ANSWER_WITHIN_MS } from './mysql-connections.js';
import { MYSQL_ERRORS } from './mysql-errors.js';
import { MysqlRowReader } from './mysql-row-reader.js';
import { driverLendingFor } from './prompt-pool.js';
import { CONNECT_TIMEOUT_MS, serverFamily, type ServerFamily } from './server.js';

/** Connections for writes and administration; reads have their own. */
const WRITE_CONNECTIONS = 5;

const LOCK = 'customer_device_api_migrations';
const LOCK_SECONDS = 120;

/** Neither ignores spaces at the end; the two families have different names for it. */
const EXACT: Readonly<Record<ServerFamily, string>> = {
  mariadb: 'utf8mb4_nopad_bin',
  mysql: 'utf8mb4_0900_bin',
};

/** MySQL and MariaDB. */
export class MysqlEngine implements Engine {
  readonly errors = MYSQL_ERRORS;

  constructor(private readonly url: string) {}

  async dataSourceOptions(common: CommonOptions, isPrompt: boolean): Promise<DataSourceOptions> {
    return {
      ...common,
      type: await serverFamily(this.url),
      url: this.url,
      charset: 'utf8mb4',
      timezone: 'Z',
      poolSize: WRITE_CONNECTIONS,
      supportBigNumbers: true,
      connectTimeout: isPrompt ? ANSWER_WITHIN_MS : CONNECT_TIMEOUT_MS,
      ...(isPrompt && { driver: driverLendingFor(ANSWER_WITHIN_MS) }),
    };
  }

  rowReader(longReads: number): MysqlRowReader {
    return new MysqlRowReader(this.url, longReads);
  }

  transaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return dataSource.transaction(work);
  }

  /** An advisory lock belongs to a connection: this one is held while the migrations run on another. */
  async whileLocked<T>(dataSource: DataSource, migrate: () => Promise<T>): Promise<T> {
    const holder = dataSource.createQueryRunner();
    try {
      const [{ locked }] = (await holder.query(`SELECT GET_LOCK('${LOCK}', ${LOCK_SECONDS}) AS locked`)) as [
        { locked: unknown },
      ];
      if (Number(locked) !== 1)
        throw new Error('Another process has been migrating the database for too long');
      return await migrate();
    } finally {
      await holder.query(`DO RELEASE_LOCK('${LOCK}')`).catch(() => undefined); // closing the connection frees it too
      await holder.release();
    }
  }

  /**
   * VALUES() is what both families understand: MySQL has called it deprecated since 8.0.20 and still takes it in 9.7, and
   * the row alias that it has instead is a syntax error on MariaDB.
   */
  upsertSql(upsert: Upsert, values: string): string {
    return upsertSql(upsert, values, 'ON DUPLICATE KEY UPDATE', (column) => `VALUES(${column})`);
  }

  inRows(rows: string): string {
    return `IN (${rows})`;
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

  /** Rows that are there get the empty value by themselves. */
  addColumn(runner: QueryRunner, table: string, column: TableColumn): Promise<void> {
    return runner.addColumn(table, column);
  }
}
