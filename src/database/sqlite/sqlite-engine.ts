import {
  TableColumn,
  type DataSource,
  type DataSourceOptions,
  type EntityManager,
  type QueryRunner,
  type TableIndex,
} from 'typeorm';
import { closeDataFolder } from '../../config/data-folder.js';
import type { CommonOptions, Engine, Upsert } from '../engine/engine.js';
import { upsertSql } from '../engine/upsert.js';
import { sqliteDriver, SQLITE_ERRORS } from './sqlite-driver.js';
import { SqliteReader } from './sqlite-reader.js';
import { existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';

const TEXTS = ['text', 'varchar'];

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

  /** Serializes transactions, because all of them share one connection. */
  transaction<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const run = (): Promise<T> => dataSource.transaction(work);
    const turn = this.last.then(run, run);
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
    const { databaseConnection } = dataSource.driver as unknown as { databaseConnection: Connection };
    const turn = this.last.then(() => {
      databaseConnection.pragma('busy_timeout = 0');
      databaseConnection.pragma('wal_checkpoint(TRUNCATE)');
      databaseConnection.pragma(BUSY_TIMEOUT);
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }

  backUp(path: string): Promise<void> {
    return backUpFile(this.file, path);
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
    const empty = TEXTS.includes(column.type) ? "''" : '0';
    await runner.addColumn(table, new TableColumn({ ...column, default: empty }));
    await runner.changeColumn(table, column.name, column);
  }

  addIndex(runner: QueryRunner, table: string, index: TableIndex): Promise<void> {
    return runner.createIndex(table, index);
  }
}

interface Connection {
  pragma(text: string): unknown;
}

const BUSY_TIMEOUT = 'busy_timeout = 5000'; // waits for another process, such as an import
const KEPT_LOG_BYTES = 64 * 1024 * 1024;

function tune(connection: unknown): void {
  const sqlite = connection as Connection;
  sqlite.pragma(`journal_size_limit = ${KEPT_LOG_BYTES}`);
  sqlite.pragma(BUSY_TIMEOUT);
  sqlite.pragma('secure_delete = ON'); // overwrites erased data with zeros, so that the file no longer contains it
  sqlite.pragma('synchronous = NORMAL'); // safe in WAL mode: a power failure can cost the last commits, but never the file
}

const OWNER_ONLY = 0o600;

/** Copies a consistent state. The copy gets its name when it is complete, and never replaces a file. */
async function backUpFile(file: string, target: string): Promise<void> {
  const path = resolve(target);
  if (existsSync(path)) throw isThere(path);
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  const copy = await open(unfinished, 'wx', OWNER_ONLY);
  try {
    const database = new (sqliteDriver())(file, { fileMustExist: true });
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

const isThere = (path: string): Error => new Error(`${path} exists already: a backup overwrites nothing`);
