import type { EngineErrors } from '../engine/engine.js';
import { DatabaseUnavailable } from '../rows/row-reader.js';

type DriverError = NodeJS.ErrnoException & { fatal?: boolean };

/** The node refuses whatever it is asked, or every write: it has done nothing. */
const UNFIT = new Set([
  'ER_UNKNOWN_COM_ERROR', // 1047: a node of a Galera cluster without a quorum, or one that is being brought up to date
  'ER_OPTION_PREVENTS_STATEMENT', // 1290: read-only, as a replica is and a primary that is about to become one
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', // 1792
  'ER_READ_ONLY_MODE', // 1836
  'ER_RUN_HOOK_ERROR', // 3100: a member of a group that has lost the others
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_SHUTDOWN_COMPLETE',
]);

const UNAVAILABLE = new Set([
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_HOST_IS_BLOCKED',
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD',
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
  'ER_ERROR_DURING_COMMIT',
  'ER_SESSION_WAS_KILLED',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_CONNECTION_KILLED',
  'POOL_CLOSED',
]);

/** Of MariaDB, which the driver has no names for: a killed connection, a statement that took longer than the server allows. */
const UNAVAILABLE_NUMBERS = new Set([1927, 1969]);

const REFUSED = 'the database refuses the user or the password in DATABASE_URL.';

export const MYSQL_ERRORS: EngineErrors = {
  transient: new Set([
    'ER_LOCK_DEADLOCK', // between nodes of a cluster, too: the other one was first
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_CHECKREAD',
    'ER_TRANSACTION_ROLLBACK_DURING_COMMIT', // the same in a group
    'ER_DUP_ENTRY', // another transaction made the row that this one looked for
  ]),
  atStart: {
    ER_ACCESS_DENIED_ERROR: REFUSED,
    ER_DBACCESS_DENIED_ERROR: REFUSED,
    ER_BAD_DB_ERROR: 'the server in DATABASE_URL has no database of this name.',
  },
  whyUnavailable: (error) => {
    const { code = '', errno = 0, message } = error;
    if (UNFIT.has(code)) return 'node_unfit';
    const isTrouble =
      isLost(error) ||
      UNAVAILABLE.has(code) ||
      UNAVAILABLE_NUMBERS.has(errno) ||
      /queue limit reached|pool is closed|closed state/i.test(message);
    return isTrouble ? 'database_trouble' : undefined;
  },
  isNodeLost: (error) => UNFIT.has(error.code ?? '') || (isLost(error) && !UNAVAILABLE.has(error.code ?? '')),
};

/** The connection, or the attempt to open one. */
function isLost({ code = '', syscall, fatal }: DriverError): boolean {
  return syscall !== undefined || fatal === true || code.startsWith('PROTOCOL_');
}

export function asUnavailable(error: NodeJS.ErrnoException): Error {
  const reason = MYSQL_ERRORS.whyUnavailable(error);
  return reason ? new DatabaseUnavailable(reason, { cause: error }) : error;
}
