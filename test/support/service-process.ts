import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(__dirname, '../../src/main.js');
/** Ten times what it takes on an idle machine, the demo data of a first start included. */
const READY_WITHIN_MS = 60_000;

/** The service as an operator starts it: a process of its own, in a folder of its own, with nothing set but `env`. */
export class ServiceProcess {
  stdout = '';
  stderr = '';
  private readonly ended: Promise<number>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(child, 'close').then(([code, signal]) => (signal === null ? (code as number) : -1));
  }

  /** A terminal is what the `script` of util-linux makes of one. */
  static start(
    folder: string,
    env: Readonly<Record<string, string>>,
    where?: 'on a terminal',
  ): ServiceProcess {
    const inTerminal = ['script', '-qec', `exec '${process.execPath}' '${MAIN}'`, '/dev/null'] as const;
    const [command, ...args] = where ? inTerminal : [process.execPath, MAIN];
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServiceProcess(child);
  }

  /** The address on which it listens, as soon as it does. */
  async ready(): Promise<string> {
    const { port } = await this.line(({ msg }) => msg === 'listening');
    return `http://127.0.0.1:${String(port)}`;
  }

  /** Waits until it has printed this. */
  async prints(text: string): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!this.stdout.includes(text)) {
      if (Date.now() > deadline || this.child.exitCode !== null)
        throw new Error(`The service did not print ${text}: ${this.stderr || this.stdout.slice(-2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The lines of the log. What else stands on stdout is what it says on its first start. */
  get log(): Record<string, unknown>[] {
    return this.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** The first line of the log that is such a one. */
  async line(isIt: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      // the last line may be half written
      const complete = this.stdout.slice(0, this.stdout.lastIndexOf('\n') + 1).split('\n');
      const lines = complete.filter((line) => line.startsWith('{'));
      const found = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(isIt);
      if (found) return found;
      if (Date.now() > deadline || this.child.exitCode !== null)
        throw new Error(`The service said nothing of the kind: ${this.stderr || this.stdout.slice(-2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** The exit code, -1 after a signal. */
  exit(): Promise<number> {
    return this.ended;
  }

  async stop(): Promise<number> {
    this.signal('SIGTERM');
    return this.exit();
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exit();
  }
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'cda-test-'));
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
