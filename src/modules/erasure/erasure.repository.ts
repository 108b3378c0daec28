import type { EntityManager } from 'typeorm';
import { Erasure } from './erasure.entity.js';

/** How much was removed, by kind. */
export type Removed = Readonly<Record<string, number>>;

/** Stands for all of an enterprise where a device could stand. */
export const WHOLE_ENTERPRISE = 0;

/** What is to be erased. */
export type Which = Pick<Erasure, 'enterpriseKey' | 'deviceKey'>;

export const removedBy = ({ removed }: Pick<Erasure, 'removed'>): Removed => JSON.parse(removed) as Removed;

export const sumOf = (removed: Removed): number =>
  Object.values(removed).reduce((sum, count) => sum + count, 0);

/** The erasure as far as it has come. Another run of the same may have come to its end first. */
export async function requireErasure(manager: EntityManager, which: Which): Promise<Erasure> {
  const { enterpriseKey, deviceKey } = which;
  const erasure = await manager.findOneBy(Erasure, { enterpriseKey, deviceKey });
  if (!erasure) throw new Error('Another run has erased the same meanwhile');
  return erasure;
}

/** Adds to an erasure what this transaction removes. */
export async function noteRemoved(manager: EntityManager, which: Which, some: Removed): Promise<void> {
  if (sumOf(some) === 0) return;
  const sums = { ...removedBy(await requireErasure(manager, which)) };
  for (const [kind, count] of Object.entries(some)) sums[kind] = (sums[kind] ?? 0) + count;
  await manager.update(Erasure, which, { removed: JSON.stringify(sums) });
}
