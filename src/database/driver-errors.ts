import type { DatabaseConfig } from '../config/config.js';
import type { EngineErrors } from './engine/engine.js';
import { MYSQL_ERRORS } from './mysql/mysql-errors.js';
import type { NoRowsReason } from './rows/reader.js';
import { SQLITE_ERRORS } from './sqlite/sqlite-driver.js';

// For code that has an error and no data source. No two engines share a code. Loads no driver.
const BY_ENGINE: Readonly<Record<DatabaseConfig['engine'], EngineErrors>> = {
  mysql: MYSQL_ERRORS,
  sqlite: SQLITE_ERRORS,
};
const ALL = Object.values(BY_ENGINE);

/** Why the database is unavailable; undefined of an error of ours. */
export function whyDatabaseUnavailable(error: Error): NoRowsReason | undefined {
  return ALL.map((errors) => errors.whyUnavailable(error)).find((reason) => reason !== undefined);
}

/** Why a start failed, for an operator; undefined where no engine knows the code. */
export function startErrorOf(code: string): string | undefined {
  return ALL.map(({ atStart }) => atStart[code]).find((message) => message !== undefined);
}
