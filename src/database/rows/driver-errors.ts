import { DatabaseUnavailable, type DatabaseUnavailableReason } from './reader.js';

// Contains the errors of both engines, because some callers have no data source. No code occurs in both.

type DriverError = NodeJS.ErrnoException & { fatal?: boolean };

/** Errors of a server that rejects all queries or all writes, and has not executed the statement. */
const UNFIT = new Set([
  'ER_UNKNOWN_COM_ERROR', // 1047: a Galera server without a quorum, or one that is synchronizing
  'ER_OPTION_PREVENTS_STATEMENT', // 1290: a read-only replica, or a primary that is becoming one
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', // 1792
  'ER_READ_ONLY_MODE', // 1836
  'ER_SERVER_OFFLINE_MODE', // 3032: a member that its group has expelled
  'ER_BEFORE_DML_VALIDATION_ERROR', // 3098: rejected by the group replication plugin
  'ER_RUN_HOOK_ERROR', // 3100: a member that has lost the others of its group
  // 3781 to 3783, 3796 to 3798: a member that cannot wait for its group (group_replication_consistency)
  'ER_GR_HOLD_WAIT_TIMEOUT',
  'ER_GR_HOLD_KILLED',
  'ER_GR_HOLD_MEMBER_STATUS_ERROR',
  'ER_GRP_TRX_CONSISTENCY_NOT_ALLOWED',
  'ER_GRP_TRX_CONSISTENCY_BEFORE',
  'ER_GRP_TRX_CONSISTENCY_AFTER_ON_TRX_BEGIN',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_SHUTDOWN_COMPLETE',
]);

const CONFLICTS = [
  'ER_LOCK_DEADLOCK', // also between servers of a cluster
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT', // between members of a group
  'SQLITE_BUSY',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_BUSY_TIMEOUT',
  'SQLITE_LOCKED',
];

/** Codes of transactions that were rolled back because of another one. A retry may succeed. */
export const TRANSIENT_ERRORS: ReadonlySet<string> = new Set([
  ...CONFLICTS,
  'ER_DUP_ENTRY', // another transaction has inserted the row
]);

const UNAVAILABLE = new Set([
  ...CONFLICTS,
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_HOST_IS_BLOCKED',
  'ER_ACCESS_DENIED_ERROR', // new connections, after a change of the password
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR', // after a change of the rights
  'ER_BAD_DB_ERROR', // while a backup is restored
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
  'ER_ERROR_DURING_COMMIT',
  'ER_SESSION_WAS_KILLED',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_NET_READ_ERROR',
  'ER_NET_READ_INTERRUPTED',
  'ER_NET_ERROR_ON_WRITE',
  'ER_NET_WRITE_INTERRUPTED',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
  'ER_OUTOFMEMORY',
  'ER_OUT_OF_RESOURCES',
  'ER_CANT_CREATE_THREAD',
  'ER_LOCK_TABLE_FULL',
  'ER_TOO_MANY_CONCURRENT_TRXS',
]);

const UNAVAILABLE_NUMBERS = new Set([
  // MariaDB: a killed connection, a statement over the time limit of the server
  1927, 1969,
  // TiDB: a conflict at the commit, a changed schema, and timeouts of its components
  8022, 8028, 9001, 9002, 9003, 9004, 9005, 9006, 9007,
]);

const TIMED_OUT = 'PROTOCOL_SEQUENCE_TIMEOUT';

/** The SQLite driver may append the name of the failed call. */
const DISK = /^SQLITE_(FULL|IOERR)/;

const BUSY = 'The database is busy, because another program writes to it. Try again when it has finished.';
const FULL = 'The disk of the database is full. Free some space, then try again.';
const READ_ONLY = 'The database is read-only. Check DATABASE_URL and the permissions of its user or file.';
const NO_RIGHTS =
  'The database user has too few rights. Grant it all rights on the database of DATABASE_URL.';
const NO_CONNECTION = 'The database has no free connection. Try again later, or raise its limit.';

/** Errors that an operator can fix. */
const PROBLEMS: readonly (readonly [codes: RegExp, message: string])[] = [
  [/^(SQLITE_(BUSY|LOCKED)|ER_LOCK_|ER_CHECKREAD$)/, BUSY],
  // SQLITE_IOERR_SHMSIZE: SQLite cannot create the index of its write-ahead log
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ER_DISK_FULL|ER_RECORD_FILE_FULL)/, FULL],
  [
    /^(SQLITE_READONLY|ER_OPTION_PREVENTS_STATEMENT|ER_CANT_EXECUTE_IN_READ_ONLY|ER_READ_ONLY_MODE)/,
    READ_ONLY,
  ],
  [/^ER_(DB|TABLE)ACCESS_DENIED_ERROR$/, NO_RIGHTS],
  [/^(ER_CON_COUNT_ERROR|ER_TOO_MANY_USER_CONNECTIONS|ER_USER_LIMIT_REACHED)$/, NO_CONNECTION],
];

export function databaseProblem(code: string): string | undefined {
  return PROBLEMS.find(([codes]) => codes.test(code))?.[1];
}

/** Messages of errors at the start, by code. */
export const START_ERRORS: Readonly<Partial<Record<string, string>>> = {
  ER_ACCESS_DENIED_ERROR: 'the database rejects the user or the password in DATABASE_URL.',
  ER_BAD_DB_ERROR: 'the server in DATABASE_URL has no database of this name.',
  SQLITE_CANTOPEN: 'the file in DATABASE_URL cannot be opened.',
  SQLITE_NOTADB: 'the file in DATABASE_URL is not a SQLite database.',
};

export function whyDatabaseUnavailable(error: DriverError): DatabaseUnavailableReason | undefined {
  const { code = '', errno = 0, message } = error;
  if (UNFIT.has(code)) return 'node_unfit';
  if (code === TIMED_OUT) return 'no_answer_in_time';
  const isTrouble =
    isLost(error) ||
    UNAVAILABLE.has(code) ||
    UNAVAILABLE_NUMBERS.has(errno) ||
    DISK.test(code) ||
    /pool is closed|closed state/i.test(message);
  return isTrouble ? 'database_trouble' : undefined;
}

function isLost({ code = '', syscall, fatal }: DriverError): boolean {
  return syscall !== undefined || fatal === true || code.startsWith('PROTOCOL_');
}

/** Returns true if another connection may help, because this one is lost or its server rejects all queries. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable && error.cause)) return false;
  const cause = error.cause as DriverError;
  const { code = '' } = cause;
  return UNFIT.has(code) || (isLost(cause) && !UNAVAILABLE.has(code) && code !== TIMED_OUT);
}

/** Errors of a replica that a migration has not reached yet. */
const SCHEMA_LAGS = new Set(['ER_BAD_FIELD_ERROR', 'ER_NO_SUCH_TABLE']);

export function asUnavailable(error: NodeJS.ErrnoException): Error {
  const isLagging = SCHEMA_LAGS.has(error.code ?? '');
  const reason = isLagging ? 'node_unfit' : whyDatabaseUnavailable(error);
  return reason ? new DatabaseUnavailable(reason, { cause: error }) : error;
}
