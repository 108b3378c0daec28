import { ConfigError, type Environment } from '../config/load-config.js';

/** The options of a command, as `parseArgs` takes them, and their values. */
export type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** A command of the table in cli.ts. */
export interface Command {
  readonly usage: string;
  readonly options?: Options;
  /** Options without which it does not run. */
  readonly needs?: readonly string[];
  /** Whether words may stand behind its name. */
  readonly takesWords?: boolean;
  /** Returns the exit status. */
  run(env: Environment, words: string[], values: Values): Promise<number>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Options of `parseArgs`. */
export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;

/** Who acts, as the audit trails name it. */
export const OPERATOR = { actor: 'command-line', address: '', requestId: '' } as const;

export const [OK, FAILED, NOT_WHOLE, INTERRUPTED] = [0, 1, 2, 130] as const;

export function say(text: string): number {
  console.log(text);
  return OK;
}

/** Aborted by the first of these signals. A second one ends the process at once, which loses nothing but the running slice or batch. */
export function abortedBy(...signals: readonly NodeJS.Signals[]): AbortSignal {
  const stop = new AbortController();
  for (const signal of signals) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** What an error says, in one line, and nothing of a password in it, unless it is ours. */
export function messageOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  // several addresses of one name were tried
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message = '', code = '' } = first as { message?: string; code?: string };
  const text = [message, code, String(first)].find((candidate) => candidate !== '') ?? '';
  return text.replace(/\s*\n[\s-]*/g, ' ').replace(/\/\/[^/\s]*@/g, '//');
}
