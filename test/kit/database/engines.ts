import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConfig } from '../../../src/config/config.js';
import { ask, newDatabaseName, withDatabase } from './throwaway.js';

type EngineName = DatabaseConfig['engine'];

declare global {
  // set for each of the two jest projects that run the database tests, see jest.config.js
  var TEST_ENGINE: EngineName;
}

/** The engine of the running jest project. */
export const engine = globalThis.TEST_ENGINE;

export interface TestDatabase {
  /** As in DATABASE_URL. */
  url: string;
  drop(): Promise<void>;
}

async function createSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'cda-test-'));
  return {
    url: `sqlite:${join(folder, 'test.sqlite')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createMysql(): Promise<TestDatabase> {
  const server = process.env.TEST_MYSQL_URL ?? '';
  const name = newDatabaseName();
  await ask(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  return {
    url: withDatabase(server, name),
    drop: async () => {
      await ask(server, `DROP DATABASE IF EXISTS ${name}`);
    },
  };
}

const CREATE: Readonly<Record<EngineName, () => Promise<TestDatabase>>> = {
  sqlite: createSqlite,
  mysql: createMysql,
};

/** A throwaway empty database: a temporary SQLite file, or a database of its own on the MySQL-compatible server. */
export const createDatabase = (): Promise<TestDatabase> => CREATE[engine]();
