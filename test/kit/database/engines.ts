import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/app/data-source.js';
import { loadDatabaseConfig } from '../../../src/config/config.js';
import { migrate, MIGRATIONS } from '../../../src/database/migrate.js';
import { engine, type EngineName } from './engine.js';
import { query, newDatabaseName, withDatabase } from './throwaway.js';

export { engine };

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

interface TestEngine {
  empty(): Promise<TestDatabase>;
  copy(template: string): Promise<TestDatabase>;
}

const FILE = 'test.sqlite';
const folderOf = (url: string): string => join(url.replace(/^sqlite:/, ''), '..');

const sqlite: TestEngine = {
  async empty() {
    const folder = await mkdtemp(join(tmpdir(), 'cda-test-'));
    return {
      url: `sqlite:${join(folder, FILE)}`,
      drop: () => rm(folder, { recursive: true, force: true }),
    };
  },
  async copy(template) {
    const database = await sqlite.empty();
    await copyFile(join(folderOf(template), FILE), join(folderOf(database.url), FILE));
    return database;
  },
};

const mysql: TestEngine = {
  async empty() {
    const server = process.env.TEST_MYSQL_URL ?? '';
    const name = newDatabaseName();
    await query(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    return {
      url: withDatabase(server, name),
      drop: async () => {
        await query(server, `DROP DATABASE IF EXISTS ${name}`);
      },
    };
  },
  async copy(template) {
    const database = await mysql.empty();
    const source = new URL(template).pathname.slice(1);
    const tables = await query<{ name: string }>(
      template,
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${source}'`,
    );
    const statements = tables.map(
      ({ name }) =>
        `CREATE TABLE ${name} LIKE ${source}.${name}; INSERT INTO ${name} SELECT * FROM ${source}.${name};`,
    );
    await query(database.url, statements.join('\n'));
    return database;
  },
};

const ENGINES: Readonly<Record<EngineName, TestEngine>> = { sqlite, mysql };
const templateVariable = (name: EngineName): string => `TEST_TEMPLATE_${name.toUpperCase()}`;

export function createDatabase(): Promise<TestDatabase> {
  const template = process.env[templateVariable(engine)];
  if (!template) throw new Error('Run the tests with `npm test`, which creates the template databases');
  return ENGINES[engine].copy(template);
}

/** Opens a database without an application. */
export async function openDatabase(
  url: string,
  migrations = MIGRATIONS,
  hasQueryTimeout = false,
): Promise<DataSource> {
  const options = await dataSourceOptions(loadDatabaseConfig({ DATABASE_URL: url }), hasQueryTimeout);
  return new DataSource({ ...options, migrations }).initialize();
}

export const createEmptyDatabase = (): Promise<TestDatabase> => ENGINES[engine].empty();

export async function createTemplates(
  names: readonly EngineName[],
): Promise<{ env: NodeJS.ProcessEnv; drop(): Promise<void> }> {
  const env: NodeJS.ProcessEnv = {};
  const databases: TestDatabase[] = [];
  for (const name of names) {
    const database = await ENGINES[name].empty();
    databases.push(database);
    env[templateVariable(name)] = database.url;
    const dataSource = await openDatabase(database.url);
    await migrate(dataSource);
    await dataSource.destroy(); // SQLite writes its WAL into the file
  }
  const drop = async (): Promise<void> => {
    for (const database of databases) await database.drop();
  };
  return { env, drop };
}
