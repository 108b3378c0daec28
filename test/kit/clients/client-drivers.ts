import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../process/find-binary.js';
import { Program } from '../process/program.js';
import { temporaryFolder } from '../process/sandbox.js';
import type { Problem } from '../http/api-client.js';
import { installClients } from './install-clients.js';

const TESTS = join(__dirname, '../../../../test/clients');

export interface ClientCall {
  readonly call: string;
  readonly kind?: string;
  readonly id?: string;
  readonly query?: object;
  readonly options: Readonly<Record<string, unknown>>;
  readonly fields?: object;
  readonly restart?: string;
  readonly limit?: number;
}

export interface ClientOutcome {
  readonly result?: unknown;
  readonly error?: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly problem: Problem;
  };
  /** The items that a stream returned before its error. */
  readonly items?: number;
  readonly stderr: string;
}

const COMMANDS = {
  TypeScript: [process.execPath, 'driver.mjs'],
  Python: ['python3', 'driver.py'],
} as const;

export type Language = keyof typeof COMMANDS;
export const LANGUAGES: readonly Language[] = findBinary('python3')
  ? ['TypeScript', 'Python']
  : ['TypeScript'];

/** Runs calls of both clients in child processes, which share a folder. */
export class ClientDrivers {
  folder!: string;

  async install(): Promise<void> {
    this.folder = await temporaryFolder();
    await installClients(this.folder);
    for (const [, file] of Object.values(COMMANDS)) copyFileSync(join(TESTS, file), join(this.folder, file));
  }

  start(language: Language, clientCall: ClientCall): Program {
    const command = [...COMMANDS[language], JSON.stringify(clientCall)];
    return new Program(command, { cwd: this.folder, input: '' });
  }

  async call(language: Language, clientCall: ClientCall): Promise<ClientOutcome> {
    const { status, stdout, stderr } = await this.start(language, clientCall).outcome();
    if (status !== 0) throw new Error(stderr);
    return { ...(JSON.parse(stdout) as Omit<ClientOutcome, 'stderr'>), stderr };
  }
}
