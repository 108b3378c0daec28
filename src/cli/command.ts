import { ConfigError, type Environment } from '../config/config.js';
import { databaseProblem } from '../database/rows/driver-errors.js';

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  readonly needs?: readonly string[];
  readonly takesArguments?: boolean;
  /** Sets `process.exitCode` unless it succeeds or throws. */
  run(env: Environment, args: string[], values: OptionValues): Promise<void>;
}

export type Commands = Readonly<Record<string, Command>>;

export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;

export const OPERATOR = { actor: 'command-line', address: '', requestId: '' } as const;

export const EXIT = { failed: 1, incomplete: 2, interrupted: 130 } as const;

export function reportInterruption(message: string): void {
  console.error(message);
  process.exitCode = EXIT.interrupted;
}

/** Aborts on the first SIGINT or SIGTERM. A second signal ends the process immediately and loses only the running batch. */
export function abortedBySignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Returns the message in one line, without passwords in URLs. A `ConfigError` contains none. */
export function messageOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message = '', code = '' } = first as { message?: string; code?: string };
  const text =
    [databaseProblem(code) ?? message, code, String(first)].find((candidate) => candidate !== '') ?? '';
  return text.replace(/\s*\n[\s-]*/g, ' ').replace(/\/\/[^/\s]*@/g, '//');
}
