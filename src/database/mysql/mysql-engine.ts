import { createConnection, type RowDataPacket, type TypeCast } from 'mysql2/promise';
import { Table, type DataSourceOptions, type QueryRunner, type TableColumn } from 'typeorm';
import type { Engine } from '../engine/engine.js';
import { MigrationLock } from './migration-lock.js';
import { MysqlReader, POOL_OPTIONS, RESPOND_WITHIN_MS } from './mysql-reader.js';

const CONNECT_TIMEOUT_MS = 5_000;

const WRITE_CONNECTIONS = 5;

export const mysqlEngine = (url: string): Engine => ({
  dataSourceOptions: (hasQueryTimeout) => dataSourceOptions(url, hasQueryTimeout),
  rowReader: (longResponses) => new MysqlReader(url, longResponses),
  transaction: (dataSource, work) => dataSource.transaction(work),
  snapshot: (dataSource, work) => dataSource.transaction('REPEATABLE READ', work),
  whileLocked: (dataSource, migrate) => new MigrationLock(dataSource).hold(migrate),
  /** The server purges its undo and binary logs by its own settings (docs/operations/backup.md). */
  emptyLog: () => Promise.resolve(),
  backUp: () =>
    Promise.reject(
      new Error(
        '"backup" copies the embedded database only. Use mariadb-dump or mysqldump with --single-transaction, or the tool of your server (docs/operations/backup.md)',
      ),
    ),
  onConflict: () => 'ON DUPLICATE KEY UPDATE',
  /** MySQL has deprecated VALUES() since 8.0.20, but still accepts it in 9.7. MariaDB rejects its replacement. */
  upsertedValue: (column) => `VALUES(${column})`,
  deleteSomeSql: (table, key, condition, most) =>
    `DELETE FROM ${table} WHERE ${condition} ORDER BY ${key.join(', ')} LIMIT ${most}`,
  sharedLock: 'LOCK IN SHARE MODE',
  byIndex: (index) => `FORCE INDEX (${index})`,
  byPrimaryKey: () => 'FORCE INDEX (PRIMARY)',
  joinInOrder: 'STRAIGHT_JOIN',
  /** Does not use the time zone of the server, whose local time occurs twice at the end of daylight saving time. */
  now: "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000",
  /** Both collations compare text exactly, including spaces at the end. */
  exactText: ({ options }) => ({
    charset: 'utf8mb4',
    collation: options.type === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin',
  }),
  onlineIndex: ' ALGORITHM=INPLACE LOCK=NONE',
  addColumn,
});

/** mysql2 misreads some decimals of more than 15 digits, for example 9.024999618530273. */
const typeCast: TypeCast = (field, next) => {
  if (field.type !== 'DOUBLE') return next();
  const text = field.string();
  return text === null ? null : Number(text);
};

async function dataSourceOptions(url: string, hasQueryTimeout: boolean): Promise<DataSourceOptions> {
  return {
    type: await serverFamily(url),
    poolSize: WRITE_CONNECTIONS,
    // not `url`, because TypeORM drops its parameters, and would connect without TLS
    extra: { ...POOL_OPTIONS, uri: url, maxIdle: WRITE_CONNECTIONS - 1, typeCast },
    connectTimeout: hasQueryTimeout ? RESPOND_WITHIN_MS : CONNECT_TIMEOUT_MS,
    ...(hasQueryTimeout && { enableQueryTimeout: true, maxQueryExecutionTime: RESPOND_WITHIN_MS }),
  };
}

/** Throws if the server commits nothing by itself, or runs in a mode in which mysql2 escapes strings wrongly. */
async function serverFamily(url: string): Promise<'mysql' | 'mariadb'> {
  const connection = await createConnection({ uri: url, connectTimeout: CONNECT_TIMEOUT_MS });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT VERSION() AS version, @@sql_mode AS mode, @@autocommit AS autocommit',
    );
    const { version, mode, autocommit } = rows[0] as { version: string; mode: string; autocommit: number };
    if (autocommit !== 1)
      throw new Error('The database server runs with autocommit = 0, which this service does not support');
    if (mode.includes('NO_BACKSLASH_ESCAPES'))
      throw new Error(
        'The database server runs in sql_mode NO_BACKSLASH_ESCAPES, which this service does not support',
      );
    return /mariadb/i.test(version) ? 'mariadb' : 'mysql';
  } finally {
    connection.destroy();
  }
}

/**
 * Fails instead of rewriting the table. Existing rows get the empty value implicitly. Passes a `Table`, because TypeORM
 * reads the schema of a table that it gets by name. One of those queries crashes MariaDB 10.11 (signal 11) while
 * another session creates or drops tables.
 */
async function addColumn(runner: QueryRunner, table: string, column: TableColumn): Promise<void> {
  runner.enableSqlMemory();
  await runner.addColumn(new Table({ name: table }), column);
  const { upQueries } = runner.getMemorySql();
  runner.clearSqlMemory();
  runner.disableSqlMemory();
  for (const { query, parameters } of upQueries)
    await runner.query(`${query}, ALGORITHM=INSTANT`, parameters);
}
