import { existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import { type DataSource, type QueryRunner, TableColumn } from 'typeorm';
import { closeDataFolder } from '../../config/data-folder.js';
import type { Engine } from '../engine/engine.js';
import { sqliteDriver } from './sqlite-driver.js';
import { SqliteReader } from './sqlite-reader.js';

const BUSY_TIMEOUT = 'busy_timeout = 5000'; // waits for another process, such as an import

export function sqliteEngine(file: string): Engine {
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one transaction after the other, because all of them share one connection. */
  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  const transaction: Engine['transaction'] = (dataSource, work) =>
    inTurn(() =>
      dataSource.transaction(work).catch((error: unknown) => {
        replaceRunner(dataSource);
        throw error;
      }),
    );

  return {
    dataSourceOptions: () => {
      closeDataFolder(file);
      return Promise.resolve({
        type: 'better-sqlite3',
        database: file,
        driver: sqliteDriver(),
        enableWAL: true,
        prepareDatabase: tune,
      });
    },
    rowReader: () => new SqliteReader(file),
    transaction,
    snapshot: transaction,
    whileLocked: (_dataSource, migrate) => migrate(),
    /**
     * Moves the log into the file without waiting for readers, because the driver would block the process. If a reader
     * needs the log, the next checkpoint overwrites it.
     */
    emptyLog: ({ driver }) =>
      inTurn(() => {
        const { databaseConnection: sqlite } = driver as unknown as { databaseConnection: Database };
        sqlite.pragma('busy_timeout = 0');
        sqlite.pragma('wal_checkpoint(TRUNCATE)');
        sqlite.pragma(BUSY_TIMEOUT);
      }),
    backUp: (path) => backUp(file, resolve(path)),
    onConflict: (identity) => `ON CONFLICT (${identity.join(', ')}) DO UPDATE SET`,
    upsertedValue: (column) => `excluded.${column}`,
    deleteSomeSql: (table, key, condition, most) => {
      const columns = key.join(', ');
      const some = `SELECT ${columns} FROM ${table} WHERE ${condition} ORDER BY ${columns} LIMIT ${most}`;
      return `DELETE FROM ${table} WHERE (${columns}) IN (${some})`;
    },
    /** Empty, because SQLite rejects a write in a transaction that has read data changed since. */
    sharedLock: '',
    byIndex: (index) => `INDEXED BY ${index}`,
    byPrimaryKey: (table) => `INDEXED BY sqlite_autoindex_${table}_1`,
    joinInOrder: 'CROSS JOIN',
    now: "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)",
    exactText: () => ({}),
    onlineIndex: '',
    addColumn,
  };
}

/**
 * After some errors, such as that of a full disk, SQLite has already rolled back, so TypeORM's ROLLBACK fails. Its runner, which
 * all transactions share, still counts the transaction. It would begin the next ones as savepoints, which no COMMIT follows.
 */
function replaceRunner({ driver }: DataSource): void {
  (driver as unknown as { queryRunner?: QueryRunner }).queryRunner = undefined;
}

function tune(sqlite: Database): void {
  sqlite.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
  sqlite.pragma(BUSY_TIMEOUT);
  // overwrites erased data with zeros, so that the file no longer contains it
  sqlite.pragma('secure_delete = ON');
  // safe in WAL mode: a power failure can cost the last commits, but never the file
  sqlite.pragma('synchronous = NORMAL');
}

/** Copies a consistent state. The copy gets its name at the end, and never replaces a file. */
async function backUp(file: string, path: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`The database file ${resolve(file)} does not exist`);
  const alreadyExists = `${path} already exists. A backup does not overwrite files`;
  if (existsSync(path)) throw new Error(alreadyExists);
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true }); // of a backup that was killed
  const copy = await open(unfinished, 'wx', 0o600).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The folder of the backup must exist and be writable: ${dirname(path)} (${code})`, {
      cause: error,
    });
  });
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
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(alreadyExists, { cause: error });
    // the driver reads the database only, so the disk of the copy is full
    if (/^(SQLITE_FULL|ENOSPC)/.test(code))
      throw new Error('The disk of the backup is full. Free some space, then try again.', { cause: error });
    throw error;
  } finally {
    await copy.close();
    await rm(unfinished, { force: true });
  }
}

/** Adds a temporary default, which SQLite requires for existing rows. */
async function addColumn(runner: QueryRunner, table: string, column: TableColumn): Promise<void> {
  if (column.isNullable || column.default !== undefined) return runner.addColumn(table, column);
  const empty = ['text', 'varchar'].includes(column.type) ? "''" : '0';
  await runner.addColumn(table, new TableColumn({ ...column, default: empty }));
  await runner.changeColumn(table, column.name, column);
}
