import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { SCOPE_NAMES, type Scope } from '../../../src/auth/scopes.js';
import { withServices } from '../../../src/cli/context.js';
import { loadConfig } from '../../../src/config/config.js';
import { sqliteDriver } from '../../../src/database/sqlite/sqlite-driver.js';
import { Transactions } from '../../../src/database/transactions.js';
import { ApiKeysService } from '../../../src/modules/api-keys/api-keys.service.js';
import { loadDemoData } from '../../../src/modules/demo/demo.service.js';
import { EnterprisesService } from '../../../src/modules/enterprises/enterprises.service.js';
import { ImporterService } from '../../../src/modules/importer/importer.service.js';
import { PeopleService } from '../../../src/modules/sign-in/people.service.js';
import type { Role } from '../../../src/modules/sign-in/administrator.entity.js';
import { TestApp } from '../app/test-app.js';
import { DEMO_TIME } from '../app/builders.js';
import { freePort } from '../process/free-port.js';
import { temporaryFolder } from '../process/sandbox.js';

const PORTAL = join(__dirname, '../../../../dist/portal/index.html');
const DEMO_ENTERPRISE_ID = 'havelwerk-logistik';
const DAY_MS = 86_400_000;
const TABLES = `
  SELECT tables.name AS name, group_concat(columns.name, ', ') AS columns
  FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND tables.sql LIKE '%enterprise_key%' AND columns.name <> 'enterprise_key'
  GROUP BY tables.name`;

type Database = InstanceType<ReturnType<typeof sqliteDriver>>;
export type Settings = Readonly<Record<string, string>>;

/** Starts the service on a port that is known in advance, because its addresses contain it. */
export async function startService(settings: Settings = {}): Promise<TestApp> {
  if (!existsSync(PORTAL)) throw new Error('The portal is not built. Run `npm run build:portal`');
  return TestApp.start({ PORT: String(await freePort()), ...settings });
}

export interface EnterpriseNames {
  readonly id: string;
  readonly email: string;
}

let enterprises = 0;

export class PortalService {
  app!: TestApp;
  url = '';
  enterpriseId = '';
  email = '';
  readonly password = 'correct horse battery';
  demoKey = '';
  session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;
  private enterpriseKey = 0;

  async newEnterprise(names?: EnterpriseNames): Promise<void> {
    const number = ++enterprises;
    this.enterpriseId = names?.id ?? `${DEMO_ENTERPRISE_ID}-${number}`;
    this.email = names?.email ?? `demo-${number}@havelwerk.example`;
    this.session = undefined;
    await this.copyDemoData(await demoData());
    this.enterpriseKey = (await this.app.get(EnterprisesService).findKey(this.enterpriseId))!;
    this.demoKey = await this.createKey('Demo', SCOPE_NAMES);
    await this.addAdministrator(this.email, 'admin', 'Ines Krüger');
  }

  async createKey(application: string, scopes: readonly Scope[]): Promise<string> {
    const { maxKeyDays } = this.app.config;
    const expiresAt = maxKeyDays ? new Date(Date.now() + (maxKeyDays - 1) * DAY_MS).toISOString() : null;
    const fields = { application, scopes, expires_at: expiresAt };
    return (await this.app.get(ApiKeysService).create(this.caller, fields)).key;
  }

  async addAdministrator(email: string, role: Role, name: string): Promise<void> {
    const { enterpriseKey, ...operator } = this.caller;
    const fields = { email, name, role, password: this.password };
    await this.app.get(PeopleService).add(operator, enterpriseKey, fields);
  }

  call(key: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const authorization = `Bearer ${key}`;
    return fetch(this.url + path, {
      headers: { authorization, 'x-enterprise-id': this.enterpriseId, ...headers },
    });
  }

  async read<Body>(path: string): Promise<Body> {
    return (await (await this.call(this.demoKey, path)).json()) as Body;
  }

  /** Changes stored data directly. The database contains no other enterprise. */
  runSql(sql: string): Promise<void> {
    return this.withDatabase((database) => {
      database.exec(sql);
    });
  }

  private get caller() {
    return { enterpriseKey: this.enterpriseKey, actor: 'demo', address: '', requestId: '' };
  }

  private copyDemoData(from: string): Promise<void> {
    return this.withDatabase((database) => {
      const tables = database.prepare(TABLES).all() as { name: string; columns: string }[];
      database.exec(`
        ATTACH '${from}' AS demo;
        BEGIN;
        DELETE FROM main.enterprises;
        INSERT INTO main.enterprises (id, name, time_zone, last_device_key, change_number)
          SELECT '${this.enterpriseId}', name, time_zone, last_device_key, change_number
          FROM demo.enterprises WHERE id = '${DEMO_ENTERPRISE_ID}';
        ${tables.map(({ name, columns }) => copyOf(name, columns)).join('\n')}
        COMMIT`);
    });
  }

  /** Waits for open transactions of the service, which would block this connection on the same thread. */
  private withDatabase(work: (database: Database) => void): Promise<void> {
    return this.app.get(Transactions).run(() => {
      const database = new (sqliteDriver())(this.app.databaseUrl.replace(/^sqlite:/, ''));
      try {
        work(database);
      } finally {
        database.close();
      }
      return Promise.resolve();
    });
  }
}

const copyOf = (table: string, columns: string): string => `
  DELETE FROM main.${table};
  INSERT INTO main.${table} (enterprise_key, ${columns}) SELECT (SELECT key FROM main.enterprises), ${columns}
    FROM demo.${table} WHERE enterprise_key = (SELECT key FROM demo.enterprises WHERE id = '${DEMO_ENTERPRISE_ID}');`;

/** Returns the database with the demo data. The first process of a run creates it in seconds. */
async function demoData(): Promise<string> {
  const file = join(tmpdir(), 'portal-demo-data.sqlite');
  if (existsSync(file)) return file;
  const unfinished = join(await temporaryFolder(), 'unfinished.sqlite');
  await withServices(loadConfig({ DATABASE_URL: `sqlite:${unfinished}` }), [], async (services) => {
    await loadDemoData(services.get(ImporterService), DEMO_TIME);
  });
  await rename(unfinished, file);
  return file;
}
