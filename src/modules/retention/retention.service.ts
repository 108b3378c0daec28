import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import type { ChangeTicket } from '../../database/change-log.js';
import { TIME_SERIES_KINDS, type TimeSeriesKind } from '../../database/record-tables.js';
import { engineOf } from '../../database/engine/engine.js';
import { runInBatches, BATCH_ROWS } from '../../database/delete-in-batches.js';
import { startOfDayAgo } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { AuditService } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { MOST_COUNTED, type RetentionPreviewDto } from './retention.dto.js';
import {
  NONE_REMOVED,
  RetentionRepository,
  takePendingAuditEntry,
  type Counts,
} from './retention.repository.js';

/** A failure for one enterprise does not stop the others. After this many the database is the cause. */
const MAX_FAILURES = 10;

/** How many whole days of the zone histories are kept. */
type Retention = Pick<ChangeTicket, 'timeZone' | 'retentionDays'>;

interface EnterpriseRetention extends Retention {
  readonly key: number;
  readonly id: string;
  readonly lastDeviceKey: number;
}

/** The records of an enterprise that were removed, or would be. */
export interface PurgedRecords {
  readonly enterpriseId: string;
  /** The first instant that is kept, in the enterprise's zone. */
  readonly keptFrom: string;
  readonly records: Counts;
}

/** The actor of the audit events. */
export type RetentionCaller = Omit<Caller, 'enterpriseKey'>;

/** Removes usage, screen time and location records that are older than their enterprises keep (docs/contract.md, 2.14). */
@Injectable()
export class RetentionService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly records: RetentionRepository,
    private readonly audit: AuditService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** Removes the old records of each enterprise with a retention period. After the signal the next run continues. */
  async *purgeAll(caller: RetentionCaller, signal: AbortSignal): AsyncGenerator<PurgedRecords> {
    yield* this.each(signal, (enterprise, before) => this.purge(enterprise, before, caller, signal));
    await engineOf(this.dataSource).emptyLog(this.dataSource);
  }

  /** Counts what `purgeAll` would remove. */
  countAll(signal: AbortSignal): AsyncGenerator<PurgedRecords> {
    return this.each(signal, (enterprise, before) => this.count(enterprise, before));
  }

  private async *each(
    signal: AbortSignal,
    work: (enterprise: EnterpriseRetention, before: number) => Promise<Counts>,
  ): AsyncGenerator<PurgedRecords> {
    const failures: unknown[] = [];
    for (const enterprise of await this.enterprises.list()) {
      if (signal.aborted || failures.length === MAX_FAILURES) break;
      const before = keptFrom(enterprise);
      if (before === undefined) continue;
      try {
        const records = await work(enterprise, before);
        yield { enterpriseId: enterprise.id, keptFrom: textOf(enterprise, before), records };
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Counts, up to a limit, what `purgeAll` would remove with another retention period. */
  async preview(enterpriseKey: number, retentionDays: number): Promise<RetentionPreviewDto> {
    const enterprise = { ...(await this.enterprises.get(enterpriseKey)), retentionDays };
    const before = startOfDayAgo(retentionDays, Date.now(), ZonedTime.of(enterprise.timeZone));
    return {
      kept_from: textOf(enterprise, before),
      ...(await this.count(enterprise, before, MOST_COUNTED)),
      counted_up_to: MOST_COUNTED,
    };
  }

  /** Counts the records of an enterprise before an instant, up to `most` of each kind. */
  async count({ key, lastDeviceKey }: EnterpriseRetention, before: number, most?: number): Promise<Counts> {
    const counts = noRecords();
    for (const kind of TIME_SERIES_KINDS) {
      for (const range of this.records.keyRanges(kind, key, lastDeviceKey)) {
        if (counts[kind] === most) break;
        const left = most === undefined ? undefined : most - counts[kind];
        counts[kind] += await this.records.count(range, before, left);
      }
    }
    return counts;
  }

  /** Writes the audit event even if the run is interrupted. The next run writes that of a killed process. */
  private async purge(
    enterprise: EnterpriseRetention,
    before: number,
    caller: RetentionCaller,
    signal: AbortSignal,
  ): Promise<Counts> {
    const removed = noRecords();
    try {
      for (const kind of TIME_SERIES_KINDS)
        for (const range of this.records.keyRanges(kind, enterprise.key, enterprise.lastDeviceKey))
          await runInBatches(async () => {
            const some = await this.records.removeSome(range, before, keptFrom);
            removed[kind] += some;
            return some < BATCH_ROWS;
          }, signal);
    } finally {
      if (await this.records.hasPendingAuditEntry(enterprise.key))
        await this.writeAuditEvent(enterprise, before, caller);
    }
    return removed;
  }

  private async writeAuditEvent(
    enterprise: EnterpriseRetention,
    before: number,
    caller: RetentionCaller,
  ): Promise<void> {
    const { key: enterpriseKey, retentionDays } = enterprise;
    await this.audit.recorded({ ...caller, enterpriseKey }, async (manager) => {
      const removed = await takePendingAuditEntry(manager, enterpriseKey);
      if (!removed) return { result: undefined };
      const details = { retention_days: retentionDays, kept_from: textOf(enterprise, before), ...removed };
      return { result: undefined, entry: { action: 'retention.applied', details } };
    });
  }
}

/** Returns the first instant that is kept; undefined if everything is. */
export function keptFrom({ retentionDays, timeZone }: Retention): number | undefined {
  if (retentionDays === null) return undefined;
  return startOfDayAgo(retentionDays, Date.now(), ZonedTime.of(timeZone));
}

const noRecords = (): Record<TimeSeriesKind, number> => ({ ...NONE_REMOVED });

const textOf = ({ timeZone }: Retention, instant: number): string => ZonedTime.of(timeZone).format(instant);
