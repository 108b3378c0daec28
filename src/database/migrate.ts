import type { DataSource } from 'typeorm';
import { engineOf } from './engine/engine.js';

/** Brings the database to the current schema; several instances may start at once. Returns the names of what ran. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  if ((await missingMigrations(dataSource)).length === 0) return [];
  const ran = await engineOf(dataSource).whileLocked(dataSource, () =>
    dataSource.runMigrations({ transaction: 'each' }),
  );
  return ran.map(({ name }) => name);
}

/** Those that have not run here. */
export async function missingMigrations(dataSource: DataSource): Promise<string[]> {
  const ran = await ranMigrations(dataSource);
  return knownMigrations(dataSource).filter((name) => !ran.includes(name));
}

/** The migrations that a newer version has run here. */
export async function migrationsOfNewerVersions(dataSource: DataSource): Promise<string[]> {
  const known = knownMigrations(dataSource);
  return (await ranMigrations(dataSource)).filter((name) => !known.includes(name));
}

function knownMigrations({ migrations }: DataSource): string[] {
  return migrations.map((migration) => migration.name ?? migration.constructor.name);
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
