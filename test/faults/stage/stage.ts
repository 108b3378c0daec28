import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseServer } from '../../kit/database/database-server.js';
import { newDatabaseName } from '../../kit/database/throwaway.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../../kit/process/service.js';
import { Findings, type Scenario as ScenarioOf } from './findings.js';

export type Scenario = ScenarioOf<Stage>;
type OnEngine = (engine: string, databaseUrl: string) => Promise<void>;

export class Stage extends Findings {
  private readonly services: Service[] = [];

  constructor(
    readonly isShort: boolean,
    readonly server: DatabaseServer,
    readonly databaseUrl: string,
  ) {
    super();
  }

  async start(env: NodeJS.ProcessEnv = {}, port?: number): Promise<Service> {
    const service = await startService(this.databaseUrl, env, port);
    this.services.push(service);
    return service;
  }

  async startFour(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<number[]> {
    const all = { ...env, DATABASE_URL: databaseUrl };
    const first = await this.start({ ...all, DEMO_DATA: databaseUrl.startsWith('sqlite:') ? 'on' : 'off' });
    const others = await Promise.all([1, 2, 3].map(() => this.start(all)));
    return [first, ...others].map(({ port }) => port);
  }

  /** Runs on the fixtures, and in the long form also on SQLite with the demo data. */
  async onBothEngines(run: OnEngine): Promise<void> {
    await run('MariaDB', this.databaseUrl);
    if (!this.isShort) await onSqlite(run);
  }

  async onEmptyDatabases(run: OnEngine): Promise<void> {
    await onSqlite(run);
    const name = newDatabaseName();
    await this.server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    await run('MariaDB', this.server.url(name));
    await this.server.query(`DROP DATABASE ${name}`);
  }

  protected override async run(scenario: ScenarioOf<this>): Promise<void> {
    await super.run(scenario);
    await Promise.all(this.services.splice(0).map((service) => service.kill()));
    await this.server.start(); // A failed scenario can have stopped or frozen it
  }
}

async function onSqlite(run: OnEngine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cda-test-faults-'));
  try {
    await run('SQLite', `sqlite:${join(folder, 'data.sqlite')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function startService(DATABASE_URL: string, env: NodeJS.ProcessEnv = {}, port?: number) {
  const settings = { NODE_ENV: 'production', DATABASE_URL, ADMIN_TOKEN, KEY_PEPPER, RATE_LIMIT: 'off' };
  return Service.start({ ...settings, ...(port !== undefined && { PORT: String(port) }), ...env });
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const maximum = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
export const ms = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;
export const count = (value: number): string => Math.round(value).toLocaleString('en');
