import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/access.js';
import { beginChanges, logPurge, type ChangeTicket } from '../../database/change-log.js';
import { BATCH_ROWS, deleteBatch, runInBatches } from '../../database/delete-in-batches.js';
import { databaseNow, engineOf } from '../../database/engine/engine.js';
import { placesOf, storeEntities } from '../../database/engine/upsert.js';
import { noteFigure } from '../../database/figures.js';
import { idsOf } from '../../database/id-ranges.js';
import { TIME_SERIES_KINDS, TIME_SERIES_TABLES, type TimeSeriesKind } from '../../database/record-tables.js';
import type { Condition } from '../../database/rows/reader.js';
import { NO_TIME } from '../../database/schema/columns.js';
import { Transactions } from '../../database/transactions.js';
import { startOfDayAgo } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { AuditService } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { MAX_COUNTED, type RetentionPreviewDto } from './retention.dto.js';
import { PendingAuditEntry } from './retention.entities.js';

/** A failure for one enterprise does not stop the others. After 10 failures the run stops. */
const MAX_FAILURES = 10;
/** Devices per query. The old records of each device are at the beginning of its key range. */
const DEVICES_PER_QUERY = 1_000;

type Retention = Pick<ChangeTicket, 'timeZone' | 'retentionDays'>;
type EnterpriseRetention = Retention & Readonly<{ key: number; id: string; lastDeviceKey: number }>;
type Counts = Record<TimeSeriesKind, number>;
type RetentionCaller = Omit<Caller, 'enterpriseKey'>;

export interface PurgedRecords {
  readonly enterpriseId: string;
  readonly keptFrom: string;
  readonly records: Counts;
}

interface PurgeRange {
  readonly enterpriseKey: number;
  readonly kind: TimeSeriesKind;
  readonly condition: Condition;
}

/**
 * Removes records that are older than the retention period of their enterprise (docs/contract.md, 2.14), along the
 * clustered key of their table (decision 0029). The clock of the database decides, because a clock that is ahead would
 * delete records for good.
 */
@Injectable()
export class RetentionService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** Stops at the signal. The next run continues. */
  async *purgeAll(caller: RetentionCaller, signal: AbortSignal): AsyncGenerator<PurgedRecords> {
    yield* this.each(
      signal,
      (enterprise, before) => this.purge(enterprise, before, caller, signal),
      // an earlier run may have been killed before its audit event
      (enterprise) => this.writeAuditEvent(enterprise, undefined, caller),
    );
    await engineOf(this.dataSource).emptyLog(this.dataSource);
    if (!signal.aborted) await noteFigure(this.transactions, 'retention');
  }

  countAll(signal: AbortSignal): AsyncGenerator<PurgedRecords> {
    return this.each(signal, (enterprise, before) => this.count(enterprise, before));
  }

  async preview(enterpriseKey: number, retentionDays: number): Promise<RetentionPreviewDto> {
    const enterprise = await this.enterprises.get(enterpriseKey);
    const time = ZonedTime.of(enterprise.timeZone);
    const before = startOfDayAgo(retentionDays, await this.transactions.read(databaseNow), time);
    return {
      kept_from: time.format(before),
      ...(await this.count(enterprise, before, MAX_COUNTED)),
      counted_up_to: MAX_COUNTED,
    };
  }

  /**
   * Removes a batch and stores the count for the audit log. Reads the retention period again in the transaction, because
   * it may have changed. Feeds do not show the purge.
   */
  async removeSome(range: PurgeRange, before: number): Promise<number> {
    if ((await this.countIn(range, before, 1)) === 0) return 0;
    const { enterpriseKey, kind } = range;
    return this.transactions.run(async (manager) => {
      const ticket = (await beginChanges(manager, [enterpriseKey])).get(enterpriseKey);
      const current = ticket && keptFrom(ticket, await databaseNow(manager));
      if (!ticket || current === undefined) return 0;
      const { table, order } = TIME_SERIES_TABLES[kind];
      const key = ['enterprise_key', ...order];
      const removed = await deleteBatch(manager, table, key, isBefore(range, current));
      if (removed === 0) return 0;
      await logPurge(manager, enterpriseKey, kind, ticket);
      const pending = { enterpriseKey, ...noRecords(), [kind]: removed };
      await storeEntities(manager, PendingAuditEntry, [pending], { sums: TIME_SERIES_KINDS });
      return removed;
    }, Infinity);
  }

  private async *each(
    signal: AbortSignal,
    work: (enterprise: EnterpriseRetention, before: number) => Promise<Counts>,
    withoutPeriod: (enterprise: EnterpriseRetention) => Promise<void> = () => Promise.resolve(),
  ): AsyncGenerator<PurgedRecords> {
    const now = await this.transactions.read(databaseNow);
    const failures: unknown[] = [];
    for (const enterprise of await this.enterprises.list()) {
      if (signal.aborted || failures.length === MAX_FAILURES) break;
      try {
        const before = keptFrom(enterprise, now);
        if (before === undefined) {
          await withoutPeriod(enterprise);
          continue;
        }
        const records = await work(enterprise, before);
        yield { enterpriseId: enterprise.id, keptFrom: textOf(enterprise, before), records };
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  private async count(enterprise: EnterpriseRetention, before: number, most = Infinity): Promise<Counts> {
    const counts = noRecords();
    for (const range of purgeRanges(enterprise)) {
      const left = most - counts[range.kind];
      if (left > 0) counts[range.kind] += await this.countIn(range, before, left);
    }
    return counts;
  }

  private async countIn(range: PurgeRange, before: number, most: number): Promise<number> {
    const { table } = TIME_SERIES_TABLES[range.kind];
    const index = engineOf(this.dataSource).byPrimaryKey(table);
    const [condition, ...parameters] = isBefore(range, before);
    // with a limit, MySQL writes the rows to a temporary table before it counts them
    const limit = most === Infinity ? '' : `LIMIT ${most}`;
    const [row] = await this.dataSource.query<{ found: number | string }[]>(
      `SELECT COUNT(*) AS found FROM (SELECT 1 FROM ${table} ${index} WHERE ${condition} ${limit}) old`,
      parameters,
    );
    return Number(row?.found ?? 0);
  }

  /** Writes the audit event also after an interruption. After a killed process, the next run does. */
  private async purge(
    enterprise: EnterpriseRetention,
    before: number,
    caller: RetentionCaller,
    signal: AbortSignal,
  ): Promise<Counts> {
    const removed = noRecords();
    try {
      for (const range of purgeRanges(enterprise))
        await runInBatches(async () => {
          const some = await this.removeSome(range, before);
          removed[range.kind] += some;
          return some < BATCH_ROWS;
        }, signal);
    } finally {
      await this.writeAuditEvent(enterprise, before, caller);
    }
    return removed;
  }

  private async writeAuditEvent(
    enterprise: EnterpriseRetention,
    before: number | undefined,
    caller: RetentionCaller,
  ): Promise<void> {
    const { key: enterpriseKey, retentionDays } = enterprise;
    if (!(await this.dataSource.manager.existsBy(PendingAuditEntry, { enterpriseKey }))) return;
    await this.audit.record({ ...caller, enterpriseKey }, async (manager) => {
      const pending = await manager.findOneBy(PendingAuditEntry, { enterpriseKey });
      if (!pending) return undefined;
      await manager.delete(PendingAuditEntry, { enterpriseKey });
      const { datausage, screentime, locations } = pending;
      const kept = before === undefined ? {} : { kept_from: textOf(enterprise, before) };
      const details = { retention_days: retentionDays, ...kept, datausage, screentime, locations };
      return { action: 'retention.applied', details };
    });
  }
}

const noRecords = (): Counts => ({ datausage: 0, screentime: 0, locations: 0 });

function keptFrom({ retentionDays, timeZone }: Retention, now: number): number | undefined {
  if (retentionDays === null) return undefined;
  return startOfDayAgo(retentionDays, now, ZonedTime.of(timeZone));
}

const textOf = ({ timeZone }: Retention, instant: number): string => ZonedTime.of(timeZone).format(instant);

/** Some tables are clustered by time, and the others by device and time. */
function* purgeRanges({ key: enterpriseKey, lastDeviceKey }: EnterpriseRetention): Generator<PurgeRange> {
  const all = 'enterprise_key = ?';
  for (const kind of TIME_SERIES_KINDS) {
    const { order, time } = TIME_SERIES_TABLES[kind];
    if (order[0] === time) {
      yield { enterpriseKey, kind, condition: [all, enterpriseKey] };
      continue;
    }
    for (let first = 1; first <= lastDeviceKey; first += DEVICES_PER_QUERY) {
      const devices = idsOf({ first, last: Math.min(first + DEVICES_PER_QUERY - 1, lastDeviceKey) });
      const sql = `${all} AND device_key IN ${placesOf(devices)}`;
      yield { enterpriseKey, kind, condition: [sql, enterpriseKey, ...devices] };
    }
  }
}

function isBefore({ kind, condition: [sql, ...parameters] }: PurgeRange, before: number): Condition {
  const { time } = TIME_SERIES_TABLES[kind];
  return [`${sql} AND ${time} > ? AND ${time} < ?`, ...parameters, NO_TIME, before];
}
