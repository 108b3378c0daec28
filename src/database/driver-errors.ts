import type { DatabaseConfig } from '../config/config.js';
import type { EngineErrors } from './engine/engine.js';
import { MYSQL_ERRORS } from './mysql/mysql-errors.js';
import type { DatabaseUnavailableReason } from './rows/reader.js';
import { SQLITE_ERRORS } from './sqlite/sqlite-driver.js';

// Serves code that has an error but no data source. The engines share no error code. This file
// loads no driver.
const BY_ENGINE: Record<DatabaseConfig['engine'], EngineErrors> = {
  mysql: MYSQL_ERRORS,
  sqlite: SQLITE_ERRORS,
};
const ALL = Object.values(BY_ENGINE);

export function whyDatabaseUnavailable(error: Error): DatabaseUnavailableReason | undefined {
  return ALL.map((errors) => errors.whyUnavailable(error)).find((reason) => reason !== undefined);
}

export function startErrorOf(code: string): string | undefined {
  return ALL.map(({ atStart }) => atStart[code]).find((message) => message !== undefined);
}
