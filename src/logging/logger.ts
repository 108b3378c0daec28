import { pino, stdTimeFunctions, type Logger, type LoggerOptions } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config/config.js';

/** Injection token of the one logger. */
export const LOGGER = Symbol('Logger');

/** Structured lines on stdout; readable ones on a terminal. */
export function createLogger(level: LogLevel, terminal = process.stdout.isTTY): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return terminal ? pino(options, pretty({ colorize: true, ignore: 'pid,hostname' })) : pino(options);
}

/**
 * What a log may say of an error: its kind, code and place, and the same of its causes. Messages of the drivers quote
 * statements with their values, so of theirs only the code is kept.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, errno, sqlState, sql, query, cause } = error as Error & Record<string, unknown>;
  const fromDriver = [errno, sqlState, sql, query].some((value) => value !== undefined);
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    ...(typeof code === 'string' && { code }),
    ...(!fromDriver && { message: error.message }),
    stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
