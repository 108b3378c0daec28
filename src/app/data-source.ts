import type { DataSourceOptions } from 'typeorm';
import type { DatabaseConfig } from '../config/config.js';
import { closeDataFolder } from '../config/data-folder.js';
import { ENTITIES } from './entities.js';
import { driverLendingFor } from '../database/mysql/lent-connections.js';
import { MIGRATIONS } from '../database/migrations/index.js';
import { SnakeCaseNames } from '../database/schema/naming.js';
import { sqliteDriver } from '../database/sqlite/sqlite-driver.js';
import { CONNECT_TIMEOUT_MS, serverFamily } from '../database/mysql/server.js';

/** Connections for writes and administration; reads have their own (row-reader.ts). */
const WRITE_CONNECTIONS = 5;

/** A statement with all that its transaction has to wait for: a request must be answered by then. */
const ANSWER_WITHIN_MS = 1_800;

/** The options of the data source in the service: as `dataSourceOptions`, but no work on a server may take long. */
export async function promptDataSourceOptions(database: DatabaseConfig): Promise<DataSourceOptions> {
  const options = await dataSourceOptions(database);
  if (database.engine === 'sqlite') return options;
  const limits = { connectTimeout: ANSWER_WITHIN_MS, driver: driverLendingFor(ANSWER_WITHIN_MS) };
  return { ...options, ...limits };
}

/** The options of the one data source: of the service, of the commands, of the tests and of the TypeORM CLI. */
export async function dataSourceOptions(database: DatabaseConfig): Promise<DataSourceOptions> {
  const common = {
    entities: ENTITIES,
    migrations: MIGRATIONS,
    namingStrategy: new SnakeCaseNames(),
    synchronize: false,
    migrationsRun: false,
  } as const;
  if (database.engine === 'sqlite') {
    closeDataFolder(database.file);
    return {
      ...common,
      type: 'better-sqlite3',
      database: database.file,
      driver: sqliteDriver(),
      enableWAL: true,
      prepareDatabase: tuneSqlite,
    };
  }
  return {
    ...common,
    type: await serverFamily(database.url),
    url: database.url,
    charset: 'utf8mb4',
    timezone: 'Z',
    poolSize: WRITE_CONNECTIONS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    supportBigNumbers: true,
  };
}

interface SqliteConnection {
  pragma(text: string): unknown;
}

function tuneSqlite(connection: unknown): void {
  const sqlite = connection as SqliteConnection;
  sqlite.pragma('busy_timeout = 5000'); // another process, such as an import, may be writing
  sqlite.pragma('synchronous = NORMAL'); // safe in WAL mode: a power cut can cost the last commits, never the file
}
