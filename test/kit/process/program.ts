import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Ten times the longest wait on an idle machine. */
const TIMEOUT_MS = 60_000;

export interface ProgramOptions {
  /** The environment contains only these variables and PATH. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly input?: string;
  readonly detached?: boolean;
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<Program>();
process.on('exit', () => {
  for (const program of running) program.dispose();
});

/** A child process that ends with this process. It writes its output to files, which costs the least CPU time. */
export class Program {
  private readonly folder = mkdtempSync(join(tmpdir(), 'cda-test-log-'));
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;

  constructor([command = '', ...args]: readonly string[], { input, env, ...options }: ProgramOptions = {}) {
    const files = ['stdout', 'stderr'].map((name) => openSync(join(this.folder, name), 'a'));
    this.child = spawn(command, args, {
      cwd: tmpdir(),
      ...options,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', ...files],
    });
    for (const file of files) closeSync(file);
    this.child.stdin?.on('error', () => undefined); // The program need not read its input
    if (input !== undefined) this.child.stdin?.end(input);
    running.add(this);
    this.exited = once(this.child, 'exit');
    this.exited.catch(() => undefined); // `exit` reports the error of a missing command
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get stdout(): string {
    return readFileSync(join(this.folder, 'stdout'), 'utf8');
  }

  get stderr(): string {
    return readFileSync(join(this.folder, 'stderr'), 'utf8');
  }

  get output(): string {
    return this.stdout + this.stderr;
  }

  /** Retries a check while the program runs, for up to 60 s. An error counts as false. */
  async waitUntil(condition: () => unknown): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const isLast = !this.isRunning || Date.now() > deadline;
      const isMet = await Promise.resolve()
        .then(condition)
        .catch(() => false);
      if (isMet === true) return;
      if (isLast) throw new Error(`The condition was not met. Output: ${this.output.slice(-2000)}`);
      await wait(50);
    }
  }

  waitForOutput(text: string, times = 1): Promise<void> {
    return this.waitUntil(() => this.output.split(text).length > times);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async exit(): Promise<number | null> {
    if (this.isRunning) await this.exited;
    return this.child.exitCode;
  }

  async outcome(): Promise<Outcome> {
    const status = await this.exit();
    const outcome = { status, stdout: this.stdout, stderr: this.stderr };
    this.dispose();
    return outcome;
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.signal(signal);
    return this.exit();
  }

  kill(): Promise<number | null> {
    return this.stop('SIGKILL');
  }

  dispose(): void {
    running.delete(this);
    this.child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function run(command: readonly string[], options: ProgramOptions = {}): Promise<Outcome> {
  return new Program(command, { input: '', ...options }).outcome();
}

/** Returns the command for a compiled file, with the flags of `npm start`. */
export const nodeCommand = (file: string, ...args: readonly string[]): string[] => [
  process.execPath,
  '--min-semi-space-size=8',
  '--max-semi-space-size=16',
  '--initial-old-space-size=64',
  resolve(__dirname, '../../..', file),
  ...args,
];

/** Returns the command that runs another one on a terminal, which `script` of util-linux allocates. */
export const onTerminal = (command: readonly string[]): string[] => {
  const quoted = command.map((argument) => `'${argument}'`);
  return ['script', '-qec', `exec ${quoted.join(' ')}`, '/dev/null'];
};

export const startCli = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  options: ProgramOptions = {},
): Program => new Program(nodeCommand('src/cli.js', ...args), { input: '', ...options, env });

export const runCli = (...command: Parameters<typeof startCli>): Promise<Outcome> =>
  startCli(...command).outcome();
