import type { EngineErrors } from '../engine/engine.js';
import { DatabaseUnavailable } from '../rows/row-reader.js';

const TROUBLE = new Set([
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

const REFUSED = 'the database refuses the user or the password in DATABASE_URL.';

export const MYSQL_ERRORS: EngineErrors = {
  transient: new Set([
    'ER_LOCK_DEADLOCK',
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_CHECKREAD',
    'ER_DUP_ENTRY', // another transaction made the row that this one looked for
  ]),
  atStart: {
    ER_ACCESS_DENIED_ERROR: REFUSED,
    ER_DBACCESS_DENIED_ERROR: REFUSED,
    ER_BAD_DB_ERROR: 'the server in DATABASE_URL has no database of this name.',
  },
  isTrouble: (error) => {
    const { code = '', syscall, fatal, message } = error as NodeJS.ErrnoException & { fatal?: boolean };
    return (
      syscall !== undefined ||
      fatal === true ||
      TROUBLE.has(code) ||
      code.startsWith('PROTOCOL_') ||
      /queue limit reached|pool is closed|closed state/i.test(message)
    );
  },
};

/** What a reader's caller gets instead of a driver's error. */
export function asUnavailable(error: NodeJS.ErrnoException): Error {
  return MYSQL_ERRORS.isTrouble(error)
    ? new DatabaseUnavailable('database_trouble', { cause: error })
    : error;
}
