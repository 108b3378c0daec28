import { ConfigError, type Environment } from '../config/config.js';

/** The options of a command for `parseArgs`, and their values. */
export type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** A command of the table in cli.ts. */
export interface Command {
  readonly usage: string;
  readonly options?: Options;
  /** Required options. */
  readonly needs?: readonly string[];
  /** True for a command with arguments. */
  readonly takesWords?: boolean;
  /** Returns the exit status. */
  run(env: Environment, words: string[], values: Values): Promise<number>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Options of `parseArgs`. */
export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;

/** The actor of audit events. */
export const OPERATOR = { actor: 'command-line', address: '', requestId: '' } as const;

export const [OK, FAILED, NOT_WHOLE, INTERRUPTED] = [0, 1, 2, 130] as const;

export function say(text: string): number {
  console.log(text);
  return OK;
}

/** Aborts on the first of these signals. A second one ends the process immediately, and only the running batch is lost. */
export function abortedBy(...signals: readonly NodeJS.Signals[]): AbortSignal {
  const stop = new AbortController();
  for (const signal of signals) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Returns the message of an error in one line. Removes passwords in URLs, except from errors of this program, which have none. */
export function messageOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  // several addresses of one name were tried
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message = '', code = '' } = first as { message?: string; code?: string };
  const text = [message, code, String(first)].find((candidate) => candidate !== '') ?? '';
  return text.replace(/\s*\n[\s-]*/g, ' ').replace(/\/\/[^/\s]*@/g, '//');
}
