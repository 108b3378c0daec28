import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/app/data-source.js';
import { loadDatabaseConfig } from '../../../src/config/load-config.js';
import { newDatabaseName } from '../../kit/database/throwaway.js';
import type { Service } from '../../kit/process/service.js';
import { startService } from './service.js';
import type { Stage } from './stage.js';

type Play = (engine: string, databaseUrl: string) => Promise<void>;

/** Plays on the fixtures, then on an empty file; in the short form not on that, which the tests of every run try. */
export async function onBothEngines(stage: Stage, play: Play): Promise<void> {
  await play('MariaDB', stage.databaseUrl);
  if (!stage.isShort) await onFile(play);
}

/** Plays on an empty database of each engine. */
export async function onEmptyDatabases({ server }: Stage, play: Play): Promise<void> {
  await onFile(play);
  const name = newDatabaseName();
  await server.ask(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  try {
    await play('MariaDB', server.url(name));
  } finally {
    await server.ask(`DROP DATABASE ${name}`);
  }
}

async function onFile(play: Play): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cda-test-faults-'));
  try {
    await play('SQLite', `sqlite:${join(folder, 'data.sqlite')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So many processes on one database, the first of which brings the demo data where it is empty. */
export async function startInstances(
  databaseUrl: string,
  count: number,
  env: NodeJS.ProcessEnv = {},
): Promise<Service[]> {
  const isEmpty = databaseUrl.startsWith('sqlite:');
  const first = await startService(databaseUrl, { ...env, DEMO_DATA: isEmpty ? 'on' : 'off' });
  const others = Array.from({ length: count - 1 }, () => startService(databaseUrl, env));
  return [first, ...(await Promise.all(others))];
}

/** For what time alone would bring. */
export async function openDatabase(databaseUrl: string): Promise<DataSource> {
  const options = await dataSourceOptions(loadDatabaseConfig({ DATABASE_URL: databaseUrl }));
  return new DataSource(options).initialize();
}
