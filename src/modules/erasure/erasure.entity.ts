import { Column, Entity, type EntityManager } from 'typeorm';
import { IdColumn, PrimarySurrogateColumn, TextColumn } from '../../database/schema/columns.js';

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

  @TextColumn()
  removed: string;
}

export type Removed = Readonly<Record<string, number>>;

export const WHOLE_ENTERPRISE = 0;

export type ErasureKey = Pick<Erasure, 'enterpriseKey' | 'deviceKey'>;

export const removedBy = ({ removed }: Pick<Erasure, 'removed'>): Removed => JSON.parse(removed) as Removed;

export const sumOf = (removed: Removed): number =>
  Object.values(removed).reduce((sum, count) => sum + count, 0);

export async function requireErasure(manager: EntityManager, which: ErasureKey): Promise<Erasure> {
  const { enterpriseKey, deviceKey } = which;
  const erasure = await manager.findOneBy(Erasure, { enterpriseKey, deviceKey });
  if (!erasure) throw new Error('Another run has erased the same meanwhile');
  return erasure;
}

export async function addRemoved(manager: EntityManager, which: ErasureKey, some: Removed): Promise<void> {
  if (sumOf(some) === 0) return;
  const sums = { ...removedBy(await requireErasure(manager, which)) };
  for (const [kind, count] of Object.entries(some)) sums[kind] = (sums[kind] ?? 0) + count;
  await manager.update(Erasure, which, { removed: JSON.stringify(sums) });
}
