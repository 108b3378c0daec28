import type { EntityManager } from 'typeorm';
import { engineOf } from './engine.js';
import { placesOf } from './upsert.js';

/**
 * Those of the rows whose enterprise is there: one may have been erased since they were gathered. It is so until the end of the
 * transaction: what is written of them is not left behind.
 */
export async function ofStanding<Row extends { readonly enterpriseKey: number }>(
  manager: EntityManager,
  rows: readonly Row[],
): Promise<Row[]> {
  const keys = [...new Set(rows.map(({ enterpriseKey }) => enterpriseKey))].sort((one, other) => one - other);
  const found = await manager.query<{ key: number }[]>(
    `SELECT \`key\` FROM enterprises WHERE \`key\` IN ${placesOf(keys)} ORDER BY \`key\` ${engineOf(manager.dataSource).sharedLock}`,
    keys,
  );
  const standing = new Set(found.map(({ key }) => key));
  return rows.filter(({ enterpriseKey }) => standing.has(enterpriseKey));
}
