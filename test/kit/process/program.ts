import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Ten times the longest wait on an idle machine. */
const PATIENCE_MS = 60_000;

export interface Surroundings {
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
  for (const program of running) program.vanish();
});

/** A child process that ends with this process. Its output goes to files, which costs it the least CPU time. */
export class Program {
  private readonly folder = mkdtempSync(join(tmpdir(), 'cda-test-log-'));
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;

  constructor([command = '', ...args]: readonly string[], { input, env, ...how }: Surroundings = {}) {
    const files = ['stdout', 'stderr'].map((name) => openSync(join(this.folder, name), 'a'));
    this.child = spawn(command, args, {
      cwd: tmpdir(),
      ...how,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', ...files],
    });
    for (const file of files) closeSync(file);
    this.child.stdin?.on('error', () => undefined); // The program need not read its input
    if (input !== undefined) this.child.stdin?.end(input);
    running.add(this);
    this.ended = once(this.child, 'exit');
    this.ended.catch(() => undefined); // `exit` reports a missing command
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

  get said(): string {
    return this.stdout + this.stderr;
  }

  /** Retries a check while the program runs, for up to 60 s. An error counts as false. */
  async until(isSo: () => unknown): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const isLast = !this.isRunning || Date.now() > deadline;
      const isThere = await Promise.resolve()
        .then(isSo)
        .catch(() => false);
      if (isThere === true) return;
      if (isLast) throw new Error(`It did not come about: ${this.said.slice(-2000)}`);
      await wait(50);
    }
  }

  prints(text: string, times = 1): Promise<void> {
    return this.until(() => this.said.split(text).length > times);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async exit(): Promise<number | null> {
    if (this.isRunning) await this.ended;
    return this.child.exitCode;
  }

  async outcome(): Promise<Outcome> {
    const status = await this.exit();
    const outcome = { status, stdout: this.stdout, stderr: this.stderr };
    this.vanish();
    return outcome;
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.signal(signal);
    return this.exit();
  }

  kill(): Promise<number | null> {
    return this.stop('SIGKILL');
  }

  vanish(): void {
    running.delete(this);
    this.child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function run(command: readonly string[], how: Surroundings = {}): Promise<Outcome> {
  return new Program(command, { input: '', ...how }).outcome();
}

/** Returns the command for a compiled file, with the flags of `npm start`. */
export const node = (file: string, ...args: readonly string[]): string[] => [
  process.execPath,
  '--min-semi-space-size=8',
  '--max-semi-space-size=16',
  '--initial-old-space-size=64',
  resolve(__dirname, '../../..', file),
  ...args,
];

export const startCli = (args: readonly string[], env: NodeJS.ProcessEnv, how: Surroundings = {}): Program =>
  new Program(node('src/cli.js', ...args), { input: '', ...how, env });

export const runCli = (...command: Parameters<typeof startCli>): Promise<Outcome> =>
  startCli(...command).outcome();
