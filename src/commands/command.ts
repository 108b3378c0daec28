import type { Environment } from '../config/load-config.js';

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

export const [OK, FAILED, NOT_WHOLE, INTERRUPTED] = [0, 1, 2, 130] as const;

export function say(text: string): number {
  console.log(text);
  return OK;
}
