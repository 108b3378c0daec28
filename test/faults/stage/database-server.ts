import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { commands, findBinary } from '../../support/private-server.js';
import { ask, withDatabase } from '../../support/throwaway.js';
import { freePort } from '../../support/free-port.js';

const START_LIMIT_MS = 60_000;

/** A database server of our own, to be stopped, frozen and started again. */
export class DatabaseServer {
  private server: ChildProcess | undefined;
  private stopped: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly command: readonly string[],
  ) {
    process.on('exit', () => this.remove());
  }

  static async create(): Promise<DatabaseServer> {
    const binary = findBinary('mariadbd', 'mysqld');
    if (!binary) throw new Error('There is no mariadbd or mysqld on this machine');
    const port = await freePort();
    const folder = join(tmpdir(), `cda-test-faults-${process.pid}-${port}`);
    mkdirSync(folder, { mode: 0o700 });
    const { install, run } = commands(binary, folder, port, true);
    execFileSync(install[0] ?? '', install.slice(1), { stdio: 'ignore' });
    const database = new DatabaseServer(port, folder, run);
    await database.start();
    return database;
  }

  /** The address of a database on it; without a name, of the server. */
  url(name = ''): string {
    return withDatabase(`mysql://root@127.0.0.1:${this.port}`, name);
  }

  ask<Row>(sql: string): Promise<Row[]> {
    return ask<Row>(this.url(), sql);
  }

  /** Resolves when it answers, whether it runs already, is on its way out or is frozen. */
  async start(): Promise<void> {
    const [binary = '', ...args] = this.command;
    this.thaw();
    await this.stopped;
    if (!this.isRunning) this.server = spawn(binary, args, { stdio: 'ignore' });
    const giveUpAt = Date.now() + START_LIMIT_MS;
    while (!(await this.answers())) {
      if (Date.now() > giveUpAt) throw new Error('The database server does not answer');
      await wait(20);
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { server } = this;
    if (!server || !this.isRunning) return;
    this.stopped = once(server, 'exit');
    server.kill(signal);
    await this.stopped;
  }

  /** It keeps its connections and takes new ones, and answers nobody. */
  freeze(): void {
    this.server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.server?.kill('SIGCONT');
  }

  private get isRunning(): boolean {
    return this.server?.exitCode === null && this.server.signalCode === null;
  }

  private answers(): Promise<boolean> {
    return this.ask('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  private remove(): void {
    this.server?.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
