import { Column, Entity, type EntityManager } from 'typeorm';
import { IdColumn, PrimarySurrogateColumn, TextColumn } from '../../database/schema/columns.js';

/** Number of removed records by kind. */
export type Removed = Record<string, number>;

/** Unfinished erasure, which the next run continues (decision 0031). */
@Entity('erasures', { withoutRowid: true })
export class Erasure {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimarySurrogateColumn()
  deviceKey: number;

  /** Unique across copies of the database. */
  @Column({ type: 'varchar', length: 64 })
  id: string;

  @IdColumn()
  enterpriseId: string;

  @TextColumn({ transformer: { to: JSON.stringify, from: JSON.parse } })
  removed: Removed;
}

export const WHOLE_ENTERPRISE = 0;

type ErasureKey = Pick<Erasure, 'enterpriseKey' | 'deviceKey'>;

export async function requireErasure(
  manager: EntityManager,
  { enterpriseKey, deviceKey }: ErasureKey,
): Promise<Erasure> {
  const erasure = await manager.findOneBy(Erasure, { enterpriseKey, deviceKey });
  if (!erasure) throw new Error('Another run has finished this erasure');
  return erasure;
}

export async function addRemoved(
  manager: EntityManager,
  { enterpriseKey, deviceKey }: ErasureKey,
  some: Removed,
): Promise<void> {
  const { removed } = await requireErasure(manager, { enterpriseKey, deviceKey });
  for (const [kind, count] of Object.entries(some)) removed[kind] = (removed[kind] ?? 0) + count;
  await manager.update(Erasure, { enterpriseKey, deviceKey }, { removed });
}
