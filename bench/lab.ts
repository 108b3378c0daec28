import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DownloadJob, DownloadResult } from './client/downloads.js';
import { startContender, type Contender, type ContenderName } from './contenders/contenders.js';
import { customer as headersOf } from '../test/faults/stage/fixtures.js';
import { DatabaseServer } from '../test/kit/database/database-server.js';
import { load, type LoadOptions } from '../test/kit/load/load-generator.js';
import { nodeCommand, run } from '../test/kit/process/program.js';
import type { BenchOptions } from './options.js';
import { seedMariadb, type SeededKey } from './database/seed.js';
import { median, percentile } from './scenarios/measure.js';

/** Keeps the limits active, but out of reach of the load. */
const OUT_OF_REACH = { RATE_LIMIT: '999999999/100s', RATE_LIMIT_BULK: '999999999/60s' };

/** The buffer pool holds all data. O_DIRECT makes a restarted server read from the disk. */
const SERVER_OPTIONS = [
  '--local-infile=1',
  '--innodb-buffer-pool-size=1G',
  '--innodb-log-file-size=512M',
  '--innodb-flush-method=O_DIRECT',
  '--innodb-buffer-pool-dump-at-shutdown=OFF',
  '--innodb-buffer-pool-load-at-startup=OFF',
];

export const DATABASE = 'bench';

export type LoadJob = Omit<LoadOptions, 'rate' | 'seconds'> & { readonly seconds?: number };
type DownloadOptions = Omit<DownloadJob, 'headers'> & Partial<Pick<DownloadJob, 'headers'>>;

export interface LoadResult {
  readonly requests: number;
  readonly rate: number;
  readonly firstByteMs: number;
  readonly p50: number;
  readonly p99: number;
}

export const customer = ({ key, enterprise }: SeededKey) => ({ headers: headersOf(key, enterprise.id) });

export class Lab {
  keys: readonly SeededKey[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'cda-bench-'));
  server!: DatabaseServer;
  private readonly contenders: Contender[] = [];

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
    await this.stopContenders();
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async derive(database: string, unfilled: readonly string[]): Promise<void> {
    await this.server.query(
      `DROP DATABASE IF EXISTS ${database}; CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
    );
    const tables = await this.server.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${DATABASE}'`,
    );
    for (const { name } of tables) {
      const copy = unfilled.includes(name)
        ? ''
        : `INSERT INTO ${database}.${name} SELECT * FROM ${DATABASE}.${name}`;
      await this.server.query(`CREATE TABLE ${database}.${name} LIKE ${DATABASE}.${name}; ${copy}`);
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

  async stopContenders(): Promise<void> {
    await Promise.all(this.contenders.splice(0).map(({ program }) => program.kill()));
  }

  /** Sends a request on each connection as soon as the last response is complete. Throws unless all are served. */
  async load({ seconds = this.options.seconds, ...job }: LoadJob): Promise<LoadResult> {
    const { sent, served, firstBytes, statuses, ...outcome } = await load({ ...job, seconds });
    if (served.length < sent) throw new Error(`Some requests failed: ${JSON.stringify(statuses)}`);
    served.sort((a, b) => a - b);
    return {
      requests: sent,
      rate: sent / outcome.seconds,
      firstByteMs: median(firstBytes),
      p50: percentile(served, 0.5),
      p99: percentile(served, 0.99),
    };
  }

  async downloads({
    headers = customer(this.keys[0]!).headers,
    ...job
  }: DownloadOptions): Promise<DownloadResult[]> {
    const input = JSON.stringify({ ...job, headers } satisfies DownloadJob);
    const { status, stdout, stderr } = await run(nodeCommand('bench/client/downloads.js'), { input });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as DownloadResult[];
  }

  async download(job: DownloadOptions): Promise<DownloadResult> {
    const [result] = await this.downloads(job);
    if (result?.status !== 200) throw new Error(`No response to ${job.path}`);
    return result;
  }

  private get keysFile(): string {
    return join(this.folder, 'keys.json');
  }
}
