import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseServer } from '../../kit/database/database-server.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../../kit/process/service.js';
import { Findings, type Scenario as ScenarioOf } from './findings.js';

export type Scenario = ScenarioOf<Stage>;

/** The database server of all scenarios, the services of the current one, and all findings. */
export class Stage extends Findings {
  private readonly services: Service[] = [];

  constructor(
    readonly isShort: boolean,
    readonly server: DatabaseServer,
    /** Of the database with the fixtures. */
    readonly databaseUrl: string,
  ) {
    super();
  }

  /** Starts a service, on the fixtures unless told otherwise. It ends with the scenario. */
  async start(env: NodeJS.ProcessEnv = {}, port?: number): Promise<Service> {
    const service = await startService(this.databaseUrl, env, port);
    this.services.push(service);
    return service;
  }

  /** Starts four instances on one database. The first one loads the demo data into a new SQLite file. */
  async startFour(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<number[]> {
    const all = { ...env, DATABASE_URL: databaseUrl };
    const first = await this.start({ ...all, DEMO_DATA: databaseUrl.startsWith('sqlite:') ? 'on' : 'off' });
    const others = await Promise.all([1, 2, 3].map(() => this.start(all)));
    return [first, ...others].map(({ port }) => port);
  }

  /** Runs on the fixtures, and in the long form also on SQLite with the demo data. */
  async onBothEngines(run: (engine: string, databaseUrl: string) => Promise<void>): Promise<void> {
    await run('MariaDB', this.databaseUrl);
    if (this.isShort) return;
    const folder = mkdtempSync(join(tmpdir(), 'cda-test-faults-'));
    await run('SQLite', `sqlite:${join(folder, 'data.sqlite')}`);
    rmSync(folder, { recursive: true, force: true });
  }

  protected override async run(scenario: ScenarioOf<this>): Promise<void> {
    await super.run(scenario);
    await Promise.all(this.services.splice(0).map((service) => service.kill()));
    await this.server.start(); // A scenario that failed may have left it stopped or frozen
  }
}

/** Starts the service as in production, without rate limits. */
export function startService(DATABASE_URL: string, env: NodeJS.ProcessEnv = {}, port?: number) {
  const settings = { NODE_ENV: 'production', DATABASE_URL, ADMIN_TOKEN, KEY_PEPPER, RATE_LIMIT: 'off' };
  return Service.start({ ...settings, ...(port !== undefined && { PORT: String(port) }), ...env });
}

/** Returns the value that the given share of all values stay below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
export const ms = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;
export const count = (value: number): string => Math.round(value).toLocaleString('en');
