import type { DataSource } from 'typeorm';
import { StartRefused } from '../config/config.js';
import { engineOf } from './engine/engine.js';
import {
  EARLIER_MIGRATIONS,
  UntoldRemovals1763780000000,
} from './migrations/1763780000000-schema-of-1.2.0.js';
import { CodeTries1763785000000 } from './migrations/1763785000000-code-tries.js';
import { RestrictedApiKeys1763790000000 } from './migrations/1763790000000-restricted-api-keys.js';
import { KeysForAgents1763791000000 } from './migrations/1763791000000-keys-for-agents.js';
import { Figures1763792000000 } from './migrations/1763792000000-figures.js';
import { PortalAdministration1763793000000 } from './migrations/1763793000000-portal-administration.js';

/** Migrations in the order of execution. Never edit a merged migration. */
export const MIGRATIONS = [
  UntoldRemovals1763780000000, // creates the schema of 1.2.0
  CodeTries1763785000000,
  RestrictedApiKeys1763790000000,
  KeysForAgents1763791000000,
  Figures1763792000000,
  PortalAdministration1763793000000,
];

const NAMES = MIGRATIONS.map(({ name }) => name);

/** Several instances may migrate at the same time. Returns the names of the migrations that ran. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  if ((await missingMigrations(dataSource)).length === 0) return [];
  const ran = await engineOf(dataSource).whileLocked(dataSource, () =>
    dataSource.runMigrations({ transaction: 'each' }),
  );
  return ran.map(({ name }) => name);
}

export async function missingMigrations(dataSource: DataSource): Promise<string[]> {
  const ran = await ranMigrations(dataSource);
  const isOlder = ran.length > 0 && EARLIER_MIGRATIONS.some((name) => !ran.includes(name));
  if (isOlder)
    throw new StartRefused(
      'The database is older than version 1.2.0. This version upgrades databases of 1.2.0 only: run "cli migrate" of version 1.2.0 first.',
    );
  return NAMES.filter((name) => !ran.includes(name));
}

export async function migrationsOfNewerVersions(dataSource: DataSource): Promise<string[]> {
  const known = [...EARLIER_MIGRATIONS, ...NAMES];
  return (await ranMigrations(dataSource)).filter((name) => !known.includes(name));
}

async function ranMigrations(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable('migrations'))) return [];
    const ran = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
    return ran.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}
