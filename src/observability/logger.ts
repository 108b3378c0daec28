import { destination, pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config/config.js';

/** Injection token of the one logger. */
export const LOGGER = Symbol('Logger');

/** Structured lines on stdout; readable ones on a terminal. */
export function createLogger(
  level: LogLevel,
  terminal = process.stdout.isTTY,
  to: DestinationStream = terminal ? pretty({ colorize: true, ignore: 'pid,hostname' }) : standardOutput(),
): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return pino(options, to);
}

/** Buffered for a moment: a write costs as much as a small request. */
const LINES = { dest: 1, minLength: 8_192, periodicFlush: 50, sync: true } as const;

let stdout: ReturnType<typeof destination> | undefined;

/** One for the process, flushed when it exits. */
function standardOutput(): ReturnType<typeof destination> {
  if (stdout) return stdout;
  const lines = destination(LINES);
  process.on('exit', () => lines.flushSync());
  return (stdout = lines);
}

let [millisecond, time] = [0, ''];

/** Cached for a millisecond: formatting it is expensive. */
function timestamp(): string {
  const now = Date.now();
  if (now !== millisecond) [millisecond, time] = [now, `,"time":"${new Date(now).toISOString()}"`];
  return time;
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
