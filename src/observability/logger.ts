import { createRequire } from 'node:module';
import type { LoggerService } from '@nestjs/common';
import {
  destination,
  pino,
  stdTimeFunctions,
  type DestinationStream,
  type Logger,
  type LoggerOptions,
} from 'pino';
import type pinoPretty from 'pino-pretty';
import { StartRefused, type LogLevel } from '../config/config.js';

export const LOGGER = Symbol('Logger');

export function createLogger(
  level: LogLevel,
  to: DestinationStream = process.stdout.isTTY ? readableOutput() : standardOutput(),
): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return pino(options, to);
}

/** Loads pino-pretty on demand, because only a terminal needs it. */
function readableOutput(): DestinationStream {
  const pretty = createRequire(__filename)('pino-pretty') as typeof pinoPretty;
  return pretty({ colorize: true, ignore: 'pid,hostname' });
}

/** Buffers lines for 50 ms, because a write costs as much as a small request. Drops new lines if 1 MB waits to be written. */
const LINES = { dest: 1, minLength: 8_192, maxLength: 1_000_000, periodicFlush: 50, sync: true } as const;

function standardOutput(): DestinationStream {
  const lines = destination(LINES);
  lines.on('error', () => undefined); // the disk is full: the next flush tries again
  process.on('exit', () => lines.flush()); // flushSync would wait until the disk has space
  return lines;
}

/**
 * Returns the type, code and stack of an error and its causes. Omits messages of database drivers, which quote
 * statements with their values.
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

/** Logs the start messages of Nest with the level debug. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => logger.debug(String(message)),
  warn: (message: unknown) => logger.warn(String(message)),
  error: (message: unknown) => {
    if (message instanceof StartRefused) return; // main.ts reports it
    if (message instanceof Error) logger.error({ err: message }, message.name);
    else logger.error(String(message));
  },
});

/**
 * Logs the first warning of a reason with its stack, and after 10 seconds the number of further ones. In an outage every
 * request fails for the same reason.
 */
export class RepeatedWarnings {
  private readonly further = new Map<string, number>();

  constructor(
    private readonly logger: Logger,
    private readonly windowMs = 10_000,
  ) {}

  warn(reason: string, fields: object, message: string): void {
    const subject = `${message} ${reason}`;
    const further = this.further.get(subject);
    this.further.set(subject, further === undefined ? 0 : further + 1);
    if (further !== undefined) return;
    this.logger.warn({ ...fields, reason }, message);
    setTimeout(() => {
      const count = this.further.get(subject) ?? 0;
      this.further.delete(subject);
      const seconds = this.windowMs / 1_000;
      if (count > 0) this.logger.warn({ reason, count, seconds }, `${message}; repeated`);
    }, this.windowMs).unref();
  }
}
