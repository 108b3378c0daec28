import type { DatabaseConfig } from '../config/config.js';
import type { EngineErrors } from './engine/engine.js';
import { MYSQL_ERRORS } from './mysql/mysql-errors.js';
import { SQLITE_ERRORS } from './sqlite/sqlite-errors.js';

/** For who has an error and nothing else. Two engines never mean different things by one code. Loads no driver. */
const BY_ENGINE: Readonly<Record<DatabaseConfig['engine'], EngineErrors>> = {
  mysql: MYSQL_ERRORS,
  sqlite: SQLITE_ERRORS,
};
const ALL = Object.values(BY_ENGINE);

export function isDatabaseTrouble(error: Error): boolean {
  return ALL.some((errors) => errors.isTrouble(error));
}

/** Why a start failed, for an operator; undefined where no engine knows the code. */
export function problemAtStart(code: string): string | undefined {
  return ALL.map(({ atStart }) => atStart[code]).find((problem) => problem !== undefined);
}
