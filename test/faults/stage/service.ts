import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from './client.js';
import { freePort } from '../../support/free-port.js';

const MAIN = join(__dirname, '../../../src/main.js');
export const ADMIN_TOKEN = 'an-admin-token-for-the-fault-tests-only';
export const KEY_PEPPER = 'a-key-pepper-for-the-fault-tests-only-00';
const START_LIMIT_MS = 60_000;

interface LogLine {
  readonly level: string;
  readonly msg: string;
}

/** A running process of the service, started as an operator starts it. */
export class Service {
  private constructor(
    readonly port: number,
    private readonly process: ChildProcess,
    private readonly logFile: string,
  ) {}

  static async start(databaseUrl: string, env: NodeJS.ProcessEnv = {}, port?: number): Promise<Service> {
    const at = port ?? (await freePort());
    const logFile = join(mkdtempSync(join(tmpdir(), `cda-test-faults-log-${process.pid}-`)), 'log');
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, ['--max-semi-space-size=16', MAIN], {
      cwd: tmpdir(),
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(at),
        DATABASE_URL: databaseUrl,
        ADMIN_TOKEN,
        KEY_PEPPER,
        DEMO_DATA: 'off',
        RATE_LIMIT: 'off',
        ...env,
      },
    });
    process.on('exit', () => child.kill('SIGKILL'));
    const service = new Service(at, child, logFile);
    await service.untilLive();
    return service;
  }

  get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Resident memory in megabytes. */
  get memory(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** Connections to it that are open. */
  get connections(): number {
    const here = `:${this.port.toString(16).toUpperCase().padStart(4, '0')}`;
    const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
    // the columns: number, local address, remote address, state (01 is established)
    return lines
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(here) && state === '01').length;
  }

  /** All that it said. */
  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  /** What it said that must not be: crashes, unhandled rejections, errors that somebody would have to act on. */
  get complaints(): readonly string[] {
    const lines = this.log.split('\n');
    return lines.filter((line) => {
      if (!line.startsWith('{')) return /error|reject|exception|warning/i.test(line);
      const { level } = JSON.parse(line) as LogLine;
      return level === 'error' || level === 'fatal';
    });
  }

  /** Sends the signal and waits for the end; resolves with the exit status. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.isRunning) return this.process.exitCode;
    this.process.kill(signal);
    await once(this.process, 'exit');
    return this.process.exitCode;
  }

  private async untilLive(): Promise<void> {
    const giveUpAt = Date.now() + START_LIMIT_MS;
    while ((await send(this.port, '/health/live')).status !== 200) {
      if (!this.isRunning || Date.now() > giveUpAt) {
        throw new Error(`The service does not start: ${this.log}`);
      }
      await wait(20);
    }
  }
}
