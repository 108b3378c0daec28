import { ConfigError } from '../config/config.js';
import { startErrorOf } from '../database/driver-errors.js';

const UNREACHABLE = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** The service has everything but its HOST and PORT. */
export class CannotListen extends Error {
  constructor(options: { cause: unknown }) {
    super('The address cannot be listened on', options);
  }
}

/** Why a start failed, in one message for an operator: no stack, and nothing of an address that may hold a password. */
export function startErrorMessage(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const why =
    error instanceof CannotListen
      ? whyNotListening(error.cause as NodeJS.ErrnoException)
      : whyNot(error as NodeJS.ErrnoException);
  return `The service could not start: ${why}`;
}

function whyNotListening({ code }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'another program listens on this HOST and PORT.';
  if (code === 'EACCES') return 'it may not use this PORT.';
  return `HOST should be a name or address of this machine (${code ?? 'unknown'}).`;
}

function whyNot({ code, message, syscall }: NodeJS.ErrnoException): string {
  if (syscall === 'mkdir')
    return `the folder of the database in DATABASE_URL cannot be made (${code ?? 'unknown'}).`;
  if (code === undefined) return message;
  if (code === 'EACCES') return 'it may not write into the data folder.';
  if (UNREACHABLE.has(code)) return `the database in DATABASE_URL cannot be reached (${code}).`;
  return startErrorOf(code) ?? (message.startsWith(code) ? message : `${code} ${message}`);
}
