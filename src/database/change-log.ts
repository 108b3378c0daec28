import { randomInt } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { engineOf } from './engine/engine.js';
import { Removal } from './change-log.entities.js';
import { placesOf, storeEntities } from './engine/upsert.js';
import { conditionsOf, countIds, formatRanges, rangesOf, sliceRanges } from './id-ranges.js';

export const CHANGE_KINDS = {
  devices: 1,
  datausage: 2,
  screentime: 3,
  applications: 4,
  locations: 5,
} as const;
export type ChangeKind = keyof typeof CHANGE_KINDS;
export const CHANGE_KIND_NAMES = Object.keys(CHANGE_KINDS) as ChangeKind[];

/** Alias of the device of a record in the queries of feeds. */
export const JOINED_DEVICE = 'owning_device';

/** Maximum records in a line of the change log. A shorter line is the last one of its change. */
export const RECORDS_IN_LINE = 3_000;
const MAX_NONCE = 2 ** 48 - 1;

/** SQL for a query over enterprises. While its value stays the same, no device has been erased. */
const LAST_ERASURE = `COALESCE(
  (SELECT MAX(erased.change_number) FROM erased_devices erased WHERE erased.enterprise_key = enterprises.\`key\`), 0)`;

export interface ChangeTicket {
  readonly changeNumber: number;
  readonly lastDeviceKey: number;
  /** Last change that erased a device that has not returned, or 0. */
  readonly lastErasure: number;
  readonly timeZone: string;
  /** null keeps histories indefinitely. */
  readonly retentionDays: number | null;
}

/** MySQL returns 64-bit integers as text. */
interface TicketRow extends Omit<ChangeTicket, 'changeNumber' | 'lastErasure'> {
  readonly key: number;
  readonly changeNumber: number | string;
  readonly lastErasure: number | string;
}

export interface ChangedIds {
  readonly stored: readonly number[];
  readonly removed: readonly number[];
}

/**
 * Takes the next change number of each existing enterprise. Every transaction that writes records starts with it,
 * because the row lock makes change numbers visible in order (decision 0028). The UPDATE locks on every server of a
 * cluster, and one statement locks the enterprises in one order.
 */
export async function beginChanges(
  transaction: EntityManager,
  enterpriseKeys: readonly number[],
): Promise<ReadonlyMap<number, ChangeTicket>> {
  const keys = [...new Set(enterpriseKeys)].sort((a, b) => a - b);
  if (keys.length === 0) return new Map();
  const which = `WHERE \`key\` IN ${placesOf(keys)}`;
  await transaction.query(`UPDATE enterprises SET change_number = change_number + 1 ${which}`, keys);
  const rows = await transaction.query<TicketRow[]>(
    `SELECT \`key\`, change_number AS changeNumber, last_device_key AS lastDeviceKey, ${LAST_ERASURE} AS lastErasure,
        time_zone AS timeZone, retention_days AS retentionDays
      FROM enterprises ${which}`,
    keys,
  );
  return new Map(
    rows.map(({ key, changeNumber, lastErasure, ...rest }) => [
      key,
      { ...rest, changeNumber: Number(changeNumber), lastErasure: Number(lastErasure) },
    ]),
  );
}

/** Writes no line if no record has changed. */
export async function logChange(
  transaction: EntityManager,
  enterpriseKey: number,
  kind: ChangeKind,
  { changeNumber }: ChangeTicket,
  { stored, removed }: ChangedIds,
): Promise<void> {
  const ranges = rangesOf([...stored, ...removed]);
  const nonce = randomInt(MAX_NONCE);
  const all = countIds(ranges);
  for (let part = 0; part * RECORDS_IN_LINE < all; part++) {
    const some = sliceRanges(ranges, part * RECORDS_IN_LINE, RECORDS_IN_LINE);
    const what = [countIds(some), removed.length, formatRanges(some)];
    await insertLine(transaction, [enterpriseKey, CHANGE_KINDS[kind], changeNumber, part, nonce, ...what]);
  }
}

/** Adds a line without records for a purge, so that ETags change. Feeds do not show it (decision 0029). */
export function logPurge(
  transaction: EntityManager,
  enterpriseKey: number,
  kind: ChangeKind,
  { changeNumber }: ChangeTicket,
): Promise<void> {
  const line = [enterpriseKey, CHANGE_KINDS[kind], changeNumber, 0, randomInt(MAX_NONCE), 0, 0, ''];
  return insertLine(transaction, line);
}

async function insertLine(transaction: EntityManager, line: (number | string)[]): Promise<void> {
  const { now } = engineOf(transaction.dataSource);
  await transaction.query(
    `INSERT INTO changes (enterprise_key, kind, change_number, part, bits, recorded_at, records, removed, ids)
      VALUES (?, ?, ?, ?, ?, ${now}, ?, ?, ?)`,
    line,
  );
}

export const tombstonesOf = (kind: ChangeKind): string =>
  kind === 'devices'
    ? 'erased_devices removal WHERE removal.enterprise_key = ?'
    : `removals removal WHERE removal.enterprise_key = ? AND removal.kind = ${CHANGE_KINDS[kind]}`;

interface RecordsToDelete {
  readonly kind: ChangeKind;
  readonly table: string;
  /** Keys of the devices by ID of the record. */
  readonly deviceKeys: ReadonlyMap<number, number>;
}

/** Stores a tombstone for each deleted record. The caller logs the change. */
export async function deleteRecords(
  transaction: EntityManager,
  enterpriseKey: number,
  { changeNumber }: ChangeTicket,
  { kind, table, deviceKeys }: RecordsToDelete,
): Promise<void> {
  for (const [which, ...ids] of conditionsOf(rangesOf(deviceKeys.keys()))) {
    const sql = `DELETE FROM ${table} WHERE enterprise_key = ? AND id ${which}`;
    await transaction.query(sql, [enterpriseKey, ...ids]);
  }
  const removal = { enterpriseKey, kind: CHANGE_KINDS[kind], changeNumber };
  const tombstones = Array.from(deviceKeys, ([id, deviceKey]) => ({ ...removal, id, deviceKey }));
  await storeEntities(transaction, Removal, tombstones, { replaced: ['deviceKey', 'changeNumber'] });
}
