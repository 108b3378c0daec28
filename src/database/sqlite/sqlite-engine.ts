import { existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import {
  TableColumn,
  type DataSource,
  type DataSourceOptions,
  type EntityManager,
  type QueryRunner,
} from 'typeorm';
import { closeDataFolder } from '../../config/data-folder.js';
import type { CommonOptions, Engine, Upsert } from '../engine/engine.js';
import { upsertSql } from '../engine/upsert.js';
import { sqliteDriver, SQLITE_ERRORS } from './sqlite-driver.js';
import { SqliteReader } from './sqlite-reader.js';

export class SqliteEngine implements Engine {
  readonly errors = SQLITE_ERRORS;
  /** Empty, because SQLite rejects a write in a transaction that has read data changed since. */
  readonly sharedLock = '';
  readonly now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly file: string) {}

  // eslint-disable-next-line @typescript-eslint/require-await -- the other engine queries its server
  async dataSourceOptions(common: CommonOptions): Promise<DataSourceOptions> {
    closeDataFolder(this.file);
    return {
      ...common,
      type: 'better-sqlite3',
      database: this.file,
      driver: sqliteDriver(),
      enableWAL: true,
      prepareDatabase: tune,
    };
  }

  rowReader(): SqliteReader {
    return new SqliteReader(this.file);
  }

  transaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.inTurn(() => dataSource.transaction(work));
  }

  /** Runs one transaction after the other, because all of them share one connection. */
  private inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  whileLocked<T>(_dataSource: DataSource, migrate: () => Promise<T>): Promise<T> {
    return migrate();
  }

  /**
   * Moves the log into the file without waiting for readers, because the driver would block the process. If a reader
   * needs the log, the next checkpoint overwrites it.
   */
  emptyLog(dataSource: DataSource): Promise<void> {
    const { databaseConnection: sqlite } = dataSource.driver as unknown as { databaseConnection: Database };
    return this.inTurn(() => {
      sqlite.pragma('busy_timeout = 0');
      sqlite.pragma('wal_checkpoint(TRUNCATE)');
      sqlite.pragma(BUSY_TIMEOUT);
    });
  }

  /** Copies a consistent state. The copy gets its name at the end, and never replaces a file. */
  async backUp(target: string): Promise<void> {
    const path = resolve(target);
    if (existsSync(path)) throw isThere(path);
    const unfinished = `${path}.unfinished`;
    await rm(unfinished, { force: true });
    const copy = await open(unfinished, 'wx', OWNER_ONLY);
    try {
      const database = new (sqliteDriver())(this.file, { fileMustExist: true });
      try {
        database.prepare('VACUUM INTO ?').run(unfinished);
      } finally {
        database.close();
      }
      await copy.sync();
      await link(unfinished, path);
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? isThere(path) : error;
    } finally {
      await copy.close();
      await rm(unfinished, { force: true });
    }
  }

  upsertSql(upsert: Upsert, values: string): string {
    const onConflict = `ON CONFLICT (${upsert.identity.join(', ')}) DO UPDATE SET`;
    return upsertSql(upsert, values, onConflict, (column) => `excluded.${column}`);
  }

  inRows(rows: string): string {
    return `IN (VALUES ${rows})`;
  }

  deleteSomeSql(table: string, key: readonly string[], condition: string, most: number): string {
    const columns = key.join(', ');
    const some = `SELECT ${columns} FROM ${table} WHERE ${condition} ORDER BY ${columns} LIMIT ${most}`;
    return `DELETE FROM ${table} WHERE (${columns}) IN (${some})`;
  }

  byIndex(index: string): string {
    return `INDEXED BY ${index}`;
  }

  byPrimaryKey(table: string): string {
    return this.byIndex(`sqlite_autoindex_${table}_1`);
  }

  exactText(): object {
    return {};
  }

  /** Adds a temporary default, which SQLite requires for existing rows. */
  async addColumn(runner: QueryRunner, table: string, column: TableColumn): Promise<void> {
    if (column.isNullable || column.default !== undefined) return runner.addColumn(table, column);
    const empty = ['text', 'varchar'].includes(column.type) ? "''" : '0';
    await runner.addColumn(table, new TableColumn({ ...column, default: empty }));
    await runner.changeColumn(table, column.name, column);
  }
}

const BUSY_TIMEOUT = 'busy_timeout = 5000'; // waits for another process, such as an import
const KEPT_LOG_BYTES = 64 * 1024 * 1024;

function tune(sqlite: Database): void {
  sqlite.pragma(`journal_size_limit = ${KEPT_LOG_BYTES}`);
  sqlite.pragma(BUSY_TIMEOUT);
  // overwrites erased data with zeros, so that the file no longer contains it
  sqlite.pragma('secure_delete = ON');
  // safe in WAL mode: a power failure can cost the last commits, but never the file
  sqlite.pragma('synchronous = NORMAL');
}

const OWNER_ONLY = 0o600;

const isThere = (path: string): Error =>
  new Error(`${path} already exists. A backup does not overwrite files`);
