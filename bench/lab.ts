import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DownloadJob, DownloadResult } from './client-downloads.js';
import type { LoadJob, LoadResult } from './client-load.js';
import type { Job, JobResult } from './client.js';
import { startContender, type Contender, type ContenderName } from './contenders.js';
import { PrivateMariadb } from './mariadb.js';
import type { BenchOptions } from './options.js';
import { seedMariadb, type SeededKey } from './seed.js';

/** Limits count as they do by default, but this very load must not meet them. */
const OUT_OF_REACH = { RATE_LIMIT: '999999999/100s', RATE_LIMIT_BULK: '999999999/60s' };

/** The database of the comparisons. */
export const DATABASE = 'bench';

/** Everything that a scenario works with; what it started goes when it closes. */
export class Lab {
  keys: readonly SeededKey[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'cda-bench-'));
  readonly server: PrivateMariadb;
  private readonly contenders: Contender[] = [];
  private readonly clients: ChildProcess[] = [];

  constructor(readonly options: BenchOptions) {
    this.server = new PrivateMariadb(options.dataFolder ?? join(this.folder, 'mariadb'));
  }

  async open(): Promise<void> {
    await this.server.start();
    this.keys = await seedMariadb(this.server, DATABASE, this.options);
    writeFileSync(this.keysFile, JSON.stringify(this.keys));
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.kill();
    await Promise.all(this.contenders.map((contender) => contender.stop()));
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Another database with the same enterprises, keys and devices, but with positions of its own. */
  async derive(database: string, ...fillLocations: string[]): Promise<void> {
    await this.server.ask(
      `DROP DATABASE IF EXISTS ${database}; CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
    );
    const tables = await this.server.ask<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${DATABASE}'`,
    );
    for (const { name } of tables) {
      const copy =
        name === 'locations' ? '' : `INSERT INTO ${database}.${name} SELECT * FROM ${DATABASE}.${name}`;
      await this.server.ask(`CREATE TABLE ${database}.${name} LIKE ${DATABASE}.${name}; ${copy}`);
    }
    for (const statement of fillLocations) await this.server.ask(statement, database);
    await this.server.ask('ANALYZE TABLE locations', database);
  }

  async start(
    name: ContenderName,
    database = DATABASE,
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Contender> {
    const contender = await startContender(name, {
      databaseUrl: this.server.url(database),
      keysFile: this.keysFile,
      logFile: join(this.folder, `${name}.log`),
      environment: { ...OUT_OF_REACH, ...environment },
    });
    this.contenders.push(contender);
    return contender;
  }

  /** Ends all contenders, for the next scenario to have the machine for itself. */
  async clear(): Promise<void> {
    await Promise.all(this.contenders.splice(0).map((contender) => contender.stop()));
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
    const client = fork(join(__dirname, 'client.js'), { execArgv: [] });
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
