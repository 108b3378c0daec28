import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { takeTurns, writeForgetting, type Turn } from '../../database/change-log.js';
import { HISTORIES, HISTORY_KINDS, type HistoryKind } from '../../database/record-tables.js';
import { engineOf, type Engine } from '../../database/engine/engine.js';
import { placesOf, storeEntities } from '../../database/engine/upsert.js';
import type { Condition } from '../../database/rows/conditions.js';
import { NO_TIME } from '../../database/schema/columns.js';
import { deleteSlice } from '../../database/slices.js';
import { Transactions } from '../../database/transactions.js';
import { UntoldRemoval } from './untold-removal.entity.js';

/** So many devices are looked through at once: their old records lie at the beginning of each one's. */
const DEVICES_AT_ONCE = 1_000;

/** How many records of each kind. */
export type Counts = Readonly<Record<HistoryKind, number>>;

export const NONE_REMOVED: Counts = { datausage: 0, screentime: 0, locations: 0 };

/** Records of an enterprise that lie together: all of some devices, or all. */
export interface Stretch {
  readonly enterpriseKey: number;
  readonly kind: HistoryKind;
  readonly deviceKeys?: readonly number[];
}

/** What is older than an enterprise keeps, along the clustered key of its table (decision 0029). */
@Injectable()
export class OldRecordsRepository {
  private readonly engine: Engine;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    this.engine = engineOf(dataSource);
  }

  /** All records of a kind that an enterprise has. */
  *stretches(kind: HistoryKind, enterpriseKey: number, lastDeviceKey: number): Generator<Stretch> {
    const { order, time } = HISTORIES[kind];
    if (order[0] === time) {
      yield { enterpriseKey, kind };
      return;
    }
    for (let first = 1; first <= lastDeviceKey; first += DEVICES_AT_ONCE) {
      const length = Math.min(DEVICES_AT_ONCE, lastDeviceKey - first + 1);
      yield { enterpriseKey, kind, deviceKeys: Array.from({ length }, (_none, at) => first + at) };
    }
  }

  hasUntold(enterpriseKey: number): Promise<boolean> {
    return this.dataSource.manager.existsBy(UntoldRemoval, { enterpriseKey });
  }

  /** How many are from before an instant; no more than `most` are looked at. */
  async count(stretch: Stretch, before: number, most?: number): Promise<number> {
    const { table } = HISTORIES[stretch.kind];
    const [condition, ...parameters] = isBefore(stretch, before);
    const limit = most === undefined ? '' : ` LIMIT ${most}`;
    const some = `SELECT 1 FROM ${table} ${this.engine.byPrimaryKey(table)} WHERE ${condition}${limit}`;
    const sql = `SELECT COUNT(*) AS found FROM (${some}) old`;
    const [row] = await this.dataSource.query<{ found: number | string }[]>(sql, parameters);
    return Number(row?.found ?? 0);
  }

  /**
   * Removes a slice of what is from before the instant that the enterprise says in the transaction itself: somebody may have changed
   * its mind. Nobody's copy is told, but the kind is in another state. What went is kept for the audit trail. Returns how many records.
   */
  async removeSome(
    stretch: Stretch,
    expected: number,
    keptFrom: (turn: Turn) => number | undefined,
  ): Promise<number> {
    if ((await this.count(stretch, expected, 1)) === 0) return 0;
    const { enterpriseKey, kind } = stretch;
    return this.transactions.run(async (transaction) => {
      const turn = (await takeTurns(transaction, [enterpriseKey])).get(enterpriseKey);
      const before = turn && keptFrom(turn);
      if (!turn || before === undefined) return 0;
      const { table, order } = HISTORIES[kind];
      const key = ['enterprise_key', ...order];
      const removed = await deleteSlice(transaction, table, key, isBefore(stretch, before));
      if (removed === 0) return 0;
      await writeForgetting(transaction, enterpriseKey, kind, turn);
      const untold = { enterpriseKey, ...NONE_REMOVED, [kind]: removed };
      await storeEntities(transaction, UntoldRemoval, [untold], { sums: HISTORY_KINDS });
      return removed;
    }, Infinity);
  }
}

/** Takes what the audit trail does not tell yet. */
export async function takeUntold(
  transaction: EntityManager,
  enterpriseKey: number,
): Promise<Counts | undefined> {
  const untold = await transaction.findOneBy(UntoldRemoval, { enterpriseKey });
  if (!untold) return undefined;
  await transaction.delete(UntoldRemoval, { enterpriseKey });
  const { datausage, screentime, locations } = untold;
  return { datausage, screentime, locations };
}

function isBefore({ enterpriseKey, kind, deviceKeys }: Stretch, before: number): Condition {
  const { time } = HISTORIES[kind];
  const devices = deviceKeys ? ` AND device_key IN ${placesOf(deviceKeys)}` : '';
  const condition = `enterprise_key = ?${devices} AND ${time} > ? AND ${time} < ?`;
  return [condition, enterpriseKey, ...(deviceKeys ?? []), NO_TIME, before];
}
