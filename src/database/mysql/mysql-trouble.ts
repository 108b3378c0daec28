import { DatabaseUnavailable } from '../rows/row-reader.js';

const SERVER_TROUBLE = new Set([
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_SHUTDOWN_COMPLETE',
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_DEADLOCK',
  'ER_CONNECTION_KILLED',
  'POOL_CLOSED',
]);

/** Tells a database in trouble, where trying again helps, from a fault of ours. */
export function asUnavailable(error: Error): Error {
  const { code = '', syscall, fatal } = error as NodeJS.ErrnoException & { fatal?: boolean };
  const trouble =
    syscall !== undefined ||
    fatal === true ||
    SERVER_TROUBLE.has(code) ||
    code.startsWith('PROTOCOL_') ||
    /queue limit reached|pool is closed|closed state/i.test(error.message);
  return trouble ? new DatabaseUnavailable('database_trouble', { cause: error }) : error;
}
