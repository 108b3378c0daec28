import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { beginChanges, logPurge, type ChangeTicket } from '../../database/change-log.js';
import { TIME_SERIES_TABLES, TIME_SERIES_KINDS, type TimeSeriesKind } from '../../database/record-tables.js';
import { engineOf, type Engine } from '../../database/engine/engine.js';
import { placesOf, storeEntities } from '../../database/engine/upsert.js';
import type { Condition } from '../../database/rows/reader.js';
import { NO_TIME } from '../../database/schema/columns.js';
import { deleteBatch } from '../../database/delete-in-batches.js';
import { Transactions } from '../../database/transactions.js';
import { PendingAuditEntry } from './retention.entities.js';

/** Devices per query. The old records of each device are at the beginning of its key range. */
const DEVICES_PER_QUERY = 1_000;

export type Counts = Readonly<Record<TimeSeriesKind, number>>;

export const NONE_REMOVED: Counts = { datausage: 0, screentime: 0, locations: 0 };

export interface KeyRange {
  readonly enterpriseKey: number;
  readonly kind: TimeSeriesKind;
  readonly deviceKeys?: readonly number[];
}

/** Finds and removes old records along the clustered key of their table (decision 0029). */
@Injectable()
export class RetentionRepository {
  private readonly engine: Engine;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    this.engine = engineOf(dataSource);
  }

  *keyRanges(kind: TimeSeriesKind, enterpriseKey: number, lastDeviceKey: number): Generator<KeyRange> {
    const { order, time } = TIME_SERIES_TABLES[kind];
    if (order[0] === time) {
      yield { enterpriseKey, kind };
      return;
    }
    for (let first = 1; first <= lastDeviceKey; first += DEVICES_PER_QUERY) {
      const length = Math.min(DEVICES_PER_QUERY, lastDeviceKey - first + 1);
      yield { enterpriseKey, kind, deviceKeys: Array.from({ length }, (_none, at) => first + at) };
    }
  }

  hasPendingAuditEntry(enterpriseKey: number): Promise<boolean> {
    return this.dataSource.manager.existsBy(PendingAuditEntry, { enterpriseKey });
  }

  async count(range: KeyRange, before: number, most?: number): Promise<number> {
    const { table } = TIME_SERIES_TABLES[range.kind];
    const [condition, ...parameters] = isBefore(range, before);
    const limit = most === undefined ? '' : ` LIMIT ${most}`;
    const some = `SELECT 1 FROM ${table} ${this.engine.byPrimaryKey(table)} WHERE ${condition}${limit}`;
    const sql = `SELECT COUNT(*) AS found FROM (${some}) old`;
    const [row] = await this.dataSource.query<{ found: number | string }[]>(sql, parameters);
    return Number(row?.found ?? 0);
  }

  /**
   * Removes a batch and stores the counts for the audit log. Calls `keptFrom` in the transaction, because the
   * enterprise may have changed its setting since `expected`. Feeds do not show the purge.
   */
  async removeSome(
    range: KeyRange,
    expected: number,
    keptFrom: (ticket: ChangeTicket) => number | undefined,
  ): Promise<number> {
    if ((await this.count(range, expected, 1)) === 0) return 0;
    const { enterpriseKey, kind } = range;
    return this.transactions.run(async (transaction) => {
      const ticket = (await beginChanges(transaction, [enterpriseKey])).get(enterpriseKey);
      const before = ticket && keptFrom(ticket);
      if (!ticket || before === undefined) return 0;
      const { table, order } = TIME_SERIES_TABLES[kind];
      const key = ['enterprise_key', ...order];
      const removed = await deleteBatch(transaction, table, key, isBefore(range, before));
      if (removed === 0) return 0;
      await logPurge(transaction, enterpriseKey, kind, ticket);
      const pending = { enterpriseKey, ...NONE_REMOVED, [kind]: removed };
      await storeEntities(transaction, PendingAuditEntry, [pending], { sums: TIME_SERIES_KINDS });
      return removed;
    }, Infinity);
  }
}

export async function takePendingAuditEntry(
  transaction: EntityManager,
  enterpriseKey: number,
): Promise<Counts | undefined> {
  const pending = await transaction.findOneBy(PendingAuditEntry, { enterpriseKey });
  if (!pending) return undefined;
  await transaction.delete(PendingAuditEntry, { enterpriseKey });
  const { datausage, screentime, locations } = pending;
  return { datausage, screentime, locations };
}

function isBefore({ enterpriseKey, kind, deviceKeys }: KeyRange, before: number): Condition {
  const { time } = TIME_SERIES_TABLES[kind];
  const devices = deviceKeys ? ` AND device_key IN ${placesOf(deviceKeys)}` : '';
  const condition = `enterprise_key = ?${devices} AND ${time} > ? AND ${time} < ?`;
  return [condition, enterpriseKey, ...(deviceKeys ?? []), NO_TIME, before];
}
