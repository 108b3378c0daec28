import { randomInt } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { engineOf } from './engine/engine.js';
import { placesOf } from './engine/upsert.js';
import { CHANGE_KINDS, type ChangeKind } from './change-kinds.js';
import { lengthOf, runsOf, sliceRuns, writeRuns } from './id-ranges.js';

/** Of identifiers that do not follow each other, so many fit into a line of the ledger. Where there are fewer, it is a change's last line. */
export const RECORDS_IN_LINE = 3_000;
const BITS = 2 ** 48 - 1;

/** In a query over enterprises. A transaction that has looked devices up before may find with it that all of them still stand. */
export const LAST_ERASURE = `COALESCE(
  (SELECT MAX(erased.change_number) FROM erased_devices erased WHERE erased.enterprise_key = enterprises.\`key\`), 0)`;

/** Where an enterprise stands in the transaction that has taken its turn. */
export interface Turn {
  readonly changeNumber: number;
  /** The last number given to a device. */
  readonly lastDeviceKey: number;
  /** The last change that erased a device which has not come back; 0 where there is none. */
  readonly lastErasure: number;
  readonly timeZone: string;
  /** How long it keeps histories; null is for ever. */
  readonly retentionDays: number | null;
}

type Counted = 'changeNumber' | 'lastDeviceKey' | 'lastErasure';

/** What a transaction did to records of one kind, by their numbers in the database. */
export interface Touched {
  readonly stored: readonly number[];
  readonly removed: readonly number[];
}

/**
 * Gives the transaction its place in the order of all changes of these enterprises; those that are not there are left out. Every
 * transaction that writes records begins with it: the rows stay locked until its end, so that numbers become visible in their order
 * (decision 0028). The update locks on every node of a cluster, and one statement takes the enterprises in one order.
 */
export async function takeTurns(
  transaction: EntityManager,
  enterpriseKeys: readonly number[],
): Promise<ReadonlyMap<number, Turn>> {
  const keys = [...new Set(enterpriseKeys)].sort((a, b) => a - b);
  const which = `WHERE \`key\` IN ${placesOf(keys)}`;
  await transaction.query(`UPDATE enterprises SET change_number = change_number + 1 ${which}`, keys);
  const rows = await transaction.query<
    (Record<Counted, number | string> & Omit<Turn, Counted> & { key: number })[]
  >(
    `SELECT \`key\`, change_number AS changeNumber, last_device_key AS lastDeviceKey, ${LAST_ERASURE} AS lastErasure,
        time_zone AS timeZone, retention_days AS retentionDays
      FROM enterprises ${which}`,
    keys,
  );
  return new Map(
    rows.map(({ key, timeZone, retentionDays, ...numbers }) => [
      key,
      {
        changeNumber: Number(numbers.changeNumber),
        lastDeviceKey: Number(numbers.lastDeviceKey),
        lastErasure: Number(numbers.lastErasure),
        timeZone,
        retentionDays,
      },
    ]),
  );
}

/** Writes into the ledger what the transaction touched. What changes nothing is no change: there is no line then. */
export async function writeChange(
  transaction: EntityManager,
  enterpriseKey: number,
  kind: ChangeKind,
  { changeNumber }: Turn,
  { stored, removed }: Touched,
): Promise<void> {
  const runs = runsOf([...stored, ...removed]);
  const place = [enterpriseKey, CHANGE_KINDS[kind], changeNumber];
  const bits = randomInt(BITS);
  const all = lengthOf(runs);
  for (let part = 0; part * RECORDS_IN_LINE < all; part++) {
    const some = sliceRuns(runs, part * RECORDS_IN_LINE, RECORDS_IN_LINE);
    const what = [lengthOf(some), removed.length, writeRuns(some)];
    await insertLine(transaction, [...place, part, bits, ...what]);
  }
}

/** Writes that records went of which feeds do not tell: the kind is in another state, and no copy has to follow (decision 0029). */
export function writeForgetting(
  transaction: EntityManager,
  enterpriseKey: number,
  kind: ChangeKind,
  { changeNumber }: Turn,
): Promise<void> {
  const nothing = [0, 0, ''];
  const line = [enterpriseKey, CHANGE_KINDS[kind], changeNumber, 0, randomInt(BITS), ...nothing];
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
