import type { DataSource } from 'typeorm';
import { engineOf } from './engine/engine.js';

/** Brings the database to the current schema; several instances may start at once. Returns the names of what ran. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const ran = await engineOf(dataSource).whileLocked(dataSource, () =>
    dataSource.runMigrations({ transaction: 'each' }),
  );
  return ran.map(({ name }) => name);
}
