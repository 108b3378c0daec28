import type { EntityManager } from 'typeorm';
import { engineOf } from './engine.js';
import { placesOf } from './upsert.js';

/** Those of the enterprises that are there. They are so until the end of the transaction: what is written beside them is not left behind. */
export async function standingAmong(
  manager: EntityManager,
  enterpriseKeys: readonly number[],
): Promise<ReadonlySet<number>> {
  const keys = [...new Set(enterpriseKeys)].sort((one, other) => one - other);
  const found = await manager.query<{ key: number }[]>(
    `SELECT \`key\` FROM enterprises WHERE \`key\` IN ${placesOf(keys)} ORDER BY \`key\` ${engineOf(manager.dataSource).sharedLock}`,
    keys,
  );
  return new Set(found.map(({ key }) => key));
}
