import type { EntityManager } from 'typeorm';
import { storeRows } from './engine/upsert.js';
import type { Turn } from './change-log.js';
import { CHANGE_KINDS, type ChangeKind } from './change-kinds.js';
import { conditionsOf, runsOf } from './id-ranges.js';

/** Records of a table that go, by their identifiers; each is of a device. */
export interface Going {
  readonly kind: ChangeKind;
  readonly table: string;
  readonly deviceKeys: ReadonlyMap<number, number>;
}

/** Where the removals of a kind are remembered. Of a device that was erased its name is. */
export const removalsOf = (kind: ChangeKind): string =>
  kind === 'devices'
    ? 'erased_devices removal WHERE removal.enterprise_key = ?'
    : `removals removal WHERE removal.enterprise_key = ? AND removal.kind = ${CHANGE_KINDS[kind]}`;

/** Removes records and remembers that they are gone. The ledger is to be told as well. */
export async function removeRecords(
  transaction: EntityManager,
  enterpriseKey: number,
  { changeNumber }: Turn,
  { kind, table, deviceKeys }: Going,
): Promise<void> {
  for (const [which, ...ids] of conditionsOf(runsOf(deviceKeys.keys())))
    await transaction.query(`DELETE FROM ${table} WHERE enterprise_key = ? AND id ${which}`, [
      enterpriseKey,
      ...ids,
    ]);
  await storeRows(
    transaction,
    {
      table: 'removals',
      columns: ['enterprise_key', 'kind', 'id', 'device_key', 'change_number'],
      identity: ['enterprise_key', 'kind', 'id'],
      replaced: ['device_key', 'change_number'],
    },
    [...deviceKeys].map(([id, deviceKey]) => [
      enterpriseKey,
      CHANGE_KINDS[kind],
      id,
      deviceKey,
      changeNumber,
    ]),
  );
}
