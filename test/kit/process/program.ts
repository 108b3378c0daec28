import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Ten times what anything takes on an idle machine. */
const PATIENCE_MS = 60_000;

export interface Surroundings {
  /** Nothing else is set but where programs are. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Goes to its standard input; without, nothing comes there and it stays open. */
  readonly input?: string;
  /** In a session of its own, so that Ctrl-C does not reach it. */
  readonly detached?: boolean;
}

/** What became of a program that has ended. */
export interface Outcome {
  /** Null where a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<Program>();
process.on('exit', () => {
  for (const program of running) program.vanish();
});

/** A program in a process of its own, which ends with ours at the latest. What it says goes to files: that costs it the least. */
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
    this.child.stdin?.on('error', () => undefined); // it need not read
    if (input !== undefined) this.child.stdin?.end(input);
    running.add(this);
    this.ended = once(this.child, 'exit');
    this.ended.catch(() => undefined); // there is no such command: whoever waits is told
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

  /** All that it said. */
  get said(): string {
    return this.stdout + this.stderr;
  }

  /** Waits until it is so, as long as the program runs. What throws meanwhile is not so yet. */
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

  /** Waits until it has said this, so many times. */
  prints(text: string, times = 1): Promise<void> {
    return this.until(() => this.said.split(text).length > times);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for its end. Gives the exit status, null after a signal. */
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

  /** Ends it. What it said can still be read. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.signal(signal);
    return this.exit();
  }

  kill(): Promise<number | null> {
    return this.stop('SIGKILL');
  }

  /** Leaves nothing behind. */
  vanish(): void {
    running.delete(this);
    this.child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs a program to its end. */
export function run(command: readonly string[], how: Surroundings = {}): Promise<Outcome> {
  return new Program(command, { input: '', ...how }).outcome();
}

/** The command that runs a compiled file of the repository, with the flags of `npm start`. */
export const node = (file: string, ...args: readonly string[]): string[] => [
  process.execPath,
  '--max-semi-space-size=16',
  resolve(__dirname, '../../..', file),
  ...args,
];

/** Starts the command line of the service. */
export const startCli = (args: readonly string[], env: NodeJS.ProcessEnv, how: Surroundings = {}): Program =>
  new Program(node('src/cli.js', ...args), { input: '', ...how, env });

export const runCli = (...command: Parameters<typeof startCli>): Promise<Outcome> =>
  startCli(...command).outcome();
