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

/** A failure for one enterprise does not stop the others. After 10 failures the run stops. */
const MAX_FAILURES = 10;

type Retention = Pick<ChangeTicket, 'timeZone' | 'retentionDays'>;

interface EnterpriseRetention extends Retention {
  readonly key: number;
  readonly id: string;
  readonly lastDeviceKey: number;
}

export interface PurgedRecords {
  readonly enterpriseId: string;
  readonly keptFrom: string;
  readonly records: Counts;
}

export type RetentionCaller = Omit<Caller, 'enterpriseKey'>;

/** Removes records that are older than the retention period of their enterprise (docs/contract.md, 2.14). */
@Injectable()
export class RetentionService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly records: RetentionRepository,
    private readonly audit: AuditService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** Stops at the signal. The next run continues. */
  async *purgeAll(caller: RetentionCaller, signal: AbortSignal): AsyncGenerator<PurgedRecords> {
    yield* this.each(signal, (enterprise, before) => this.purge(enterprise, before, caller, signal));
    await engineOf(this.dataSource).emptyLog(this.dataSource);
  }

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

  async preview(enterpriseKey: number, retentionDays: number): Promise<RetentionPreviewDto> {
    const enterprise = { ...(await this.enterprises.get(enterpriseKey)), retentionDays };
    const before = startOfDayAgo(retentionDays, Date.now(), ZonedTime.of(enterprise.timeZone));
    return {
      kept_from: textOf(enterprise, before),
      ...(await this.count(enterprise, before, MOST_COUNTED)),
      counted_up_to: MOST_COUNTED,
    };
  }

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

  /** Writes the audit event even if the run is interrupted. After a killed process, the next run writes it. */
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

export function keptFrom({ retentionDays, timeZone }: Retention): number | undefined {
  if (retentionDays === null) return undefined;
  return startOfDayAgo(retentionDays, Date.now(), ZonedTime.of(timeZone));
}

const noRecords = (): Record<TimeSeriesKind, number> => ({ ...NONE_REMOVED });

const textOf = ({ timeZone }: Retention, instant: number): string => ZonedTime.of(timeZone).format(instant);
