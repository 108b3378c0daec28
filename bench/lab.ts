import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DownloadJob, DownloadResult } from './client/client-downloads.js';
import type { LoadJob, LoadResult } from './client/client-load.js';
import type { Job, JobResult } from './client/client.js';
import { startContender, type Contender, type ContenderName } from './contenders/contenders.js';
import { DatabaseServer } from '../test/kit/database/database-server.js';
import type { BenchOptions } from './options.js';
import { seedMariadb, type SeededKey } from './database/seed.js';

/** Limits count as they do by default, but this very load must not meet them. */
const OUT_OF_REACH = { RATE_LIMIT: '999999999/100s', RATE_LIMIT_BULK: '999999999/60s' };

/** Room for all the data; what is read anew after a restart comes from the disk, not from what the system keeps. */
const SERVER_OPTIONS = [
  '--local-infile=1',
  '--innodb-buffer-pool-size=1G',
  '--innodb-log-file-size=512M',
  '--innodb-flush-method=O_DIRECT',
  '--innodb-buffer-pool-dump-at-shutdown=OFF',
  '--innodb-buffer-pool-load-at-startup=OFF',
];

/** The database of the comparisons. */
export const DATABASE = 'bench';

/** Everything that a scenario works with; what it started goes when it closes. */
export class Lab {
  keys: readonly SeededKey[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'cda-bench-'));
  server!: DatabaseServer;
  private readonly contenders: Contender[] = [];
  private readonly clients: ChildProcess[] = [];

  constructor(readonly options: BenchOptions) {}

  async open(): Promise<void> {
    this.server = await DatabaseServer.create({
      folder: this.options.dataFolder ?? join(this.folder, 'mariadb'),
      options: SERVER_OPTIONS,
    });
    this.keys = await seedMariadb(this.server, DATABASE, this.options);
    writeFileSync(this.keysFile, JSON.stringify(this.keys));
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.kill();
    await this.clear();
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Another database with the same enterprises, keys and devices, and the same of all tables but those that are left to fill. */
  async derive(database: string, unfilled: readonly string[]): Promise<void> {
    await this.server.ask(
      `DROP DATABASE IF EXISTS ${database}; CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
    );
    const tables = await this.server.ask<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${DATABASE}'`,
    );
    for (const { name } of tables) {
      const copy = unfilled.includes(name)
        ? ''
        : `INSERT INTO ${database}.${name} SELECT * FROM ${DATABASE}.${name}`;
      await this.server.ask(`CREATE TABLE ${database}.${name} LIKE ${DATABASE}.${name}; ${copy}`);
    }
  }

  async start(
    name: ContenderName,
    database = DATABASE,
    environment: NodeJS.ProcessEnv = {},
    program?: string,
  ): Promise<Contender> {
    const contender = await startContender(name, {
      databaseUrl: this.server.url(database),
      keysFile: this.keysFile,
      environment: { ...OUT_OF_REACH, ...environment },
      program,
    });
    this.contenders.push(contender);
    return contender;
  }

  /** Ends all contenders, for the next scenario to have the machine for itself. */
  async clear(): Promise<void> {
    await Promise.all(this.contenders.splice(0).map(({ program }) => program.kill()));
  }

  async load(job: LoadJob): Promise<LoadResult> {
    return (await this.runClient({ kind: 'load', job })) as LoadResult;
  }

  async downloads(job: DownloadJob): Promise<DownloadResult[]> {
    return (await this.runClient({ kind: 'downloads', job })) as DownloadResult[];
  }

  private get keysFile(): string {
    return join(this.folder, 'keys.json');
  }

  private async runClient(job: Job): Promise<LoadResult | DownloadResult[]> {
    const client = fork(join(__dirname, 'client/client.js'), { execArgv: [] });
    this.clients.push(client);
    const answer = once(client, 'message') as Promise<[JobResult]>;
    const end = once(client, 'exit').then(() => {
      throw new Error('The client of the load ended without a result');
    });
    client.send(job);
    const [answered] = await Promise.race([answer, end]);
    end.catch(() => undefined); // from here on it is meant to end
    client.kill();
    if ('error' in answered) throw new Error(answered.error);
    return answered.result;
  }
}
