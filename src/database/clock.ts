import type { EntityManager } from 'typeorm';
import { engineOf } from './engine/engine.js';

/** The time by the database's clock, which is one for all instances, in milliseconds since 1970. */
export async function databaseNow(manager: EntityManager): Promise<number> {
  const { now } = engineOf(manager.dataSource);
  const [row] = await manager.query<{ now: number | string }[]>(`SELECT ${now} AS now`);
  return Number(row?.now);
}
