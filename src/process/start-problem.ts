import { ConfigError } from '../config/load-config.js';
import { problemAtStart } from '../database/driver-errors.js';

/** The service has everything but its HOST and PORT. */
export class CannotListen extends Error {
  constructor(options: { cause: unknown }) {
    super('The address cannot be listened on', options);
  }
}

/** Why a start failed, in one message for an operator: no stack, and nothing of an address that may hold a password. */
export function startProblem(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const why =
    error instanceof CannotListen
      ? whyNotListening(error.cause as NodeJS.ErrnoException)
      : whyNot(error as NodeJS.ErrnoException);
  return `The service could not start: ${why}`;
}

function whyNotListening({ code }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EADDRINUSE':
      return 'another program listens on this HOST and PORT.';
    case 'EACCES':
      return 'it may not use this PORT.';
    default:
      return `HOST should be a name or address of this machine (${code ?? 'unknown'}).`;
  }
}

function whyNot({ code, message, syscall }: NodeJS.ErrnoException): string {
  if (syscall === 'mkdir')
    return `the folder of the database in DATABASE_URL cannot be made (${code ?? 'unknown'}).`;
  switch (code) {
    case 'EACCES':
      return 'it may not write into the data folder.';
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
    case 'ENOTFOUND':
    case 'EHOSTUNREACH':
      return `the database in DATABASE_URL cannot be reached (${code}).`;
    case undefined:
      return message;
    default:
      return problemAtStart(code) ?? (message.startsWith(code) ? message : `${code} ${message}`);
  }
}
