import { ConfigError } from './config/load-config.js';

/** Why a start failed, in one message for an operator: no stack, and nothing of an address that may hold a password. */
export function startProblem(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return 'The service could not start: another program listens on this HOST and PORT.';
    case 'EACCES':
      return 'The service could not start: it may not use this PORT or may not write into the data folder.';
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
    case 'ENOTFOUND':
    case 'EHOSTUNREACH':
      return `The service could not start: the database in DATABASE_URL cannot be reached (${code}).`;
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_DBACCESS_DENIED_ERROR':
      return 'The service could not start: the database refuses the user or the password in DATABASE_URL.';
    case 'ER_BAD_DB_ERROR':
      return 'The service could not start: the server in DATABASE_URL has no database of this name.';
    default:
      return `The service could not start: ${code === undefined ? message : `${code} ${message}`}`;
  }
}
