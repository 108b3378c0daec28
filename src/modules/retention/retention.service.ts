import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import type { Turn } from '../../database/change-log.js';
import { HISTORY_KINDS, type HistoryKind } from '../../database/record-tables.js';
import { engineOf } from '../../database/engine/engine.js';
import { inSlices, ROWS_IN_SLICE } from '../../database/slices.js';
import { startOfDayAgo } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { AuditService } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { MOST_COUNTED, type RetentionPreviewDto } from './retention.dto.js';
import { NONE_REMOVED, OldRecordsRepository, takeUntold, type Counts } from './old-records.repository.js';

/** One enterprise that cannot be worked on holds up no other; after so many it is the database. */
const MOST_FAILURES = 10;

/** How long histories are kept, counted in whole days of a zone. */
type Keeping = Pick<Turn, 'timeZone' | 'retentionDays'>;

interface Keeper extends Keeping {
  readonly key: number;
  readonly id: string;
  readonly lastDeviceKey: number;
}

/** What was removed of an enterprise, or would be. */
export interface Forgotten {
  readonly enterpriseId: string;
  /** What is from before that is not kept, in the enterprise's zone. */
  readonly keptFrom: string;
  readonly records: Counts;
}

/** Who has what is too old removed. */
export type Remover = Omit<Caller, 'enterpriseKey'>;

/** Removes usage, screen time and positions that are older than their enterprises keep (docs/contract.md, 2.14). */
@Injectable()
export class RetentionService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly oldRecords: OldRecordsRepository,
    private readonly audit: AuditService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** Enterprise by enterprise, of those that do not keep everything. What the signal leaves is for another time. */
  async *removeAll(remover: Remover, signal: AbortSignal): AsyncGenerator<Forgotten> {
    yield* this.each(signal, (enterprise, before) => this.removeFrom(enterprise, before, remover, signal));
    await engineOf(this.dataSource).emptyLog(this.dataSource);
  }

  /** What `removeAll` would remove. */
  countAll(signal: AbortSignal): AsyncGenerator<Forgotten> {
    return this.each(signal, (enterprise, before) => this.count(enterprise, before));
  }

  private async *each(
    signal: AbortSignal,
    work: (enterprise: Keeper, before: number) => Promise<Counts>,
  ): AsyncGenerator<Forgotten> {
    const failures: unknown[] = [];
    for (const enterprise of await this.enterprises.list()) {
      if (signal.aborted || failures.length === MOST_FAILURES) break;
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

  /** What `removeAll` would remove of an enterprise if it kept so many days, counted as far as somebody waits for it. */
  async preview(enterpriseKey: number, retentionDays: number): Promise<RetentionPreviewDto> {
    const enterprise = { ...(await this.enterprises.get(enterpriseKey)), retentionDays };
    const before = startOfDayAgo(retentionDays, Date.now(), ZonedTime.of(enterprise.timeZone));
    return {
      kept_from: textOf(enterprise, before),
      ...(await this.count(enterprise, before, MOST_COUNTED)),
      counted_up_to: MOST_COUNTED,
    };
  }

  /** How many records of an enterprise are from before an instant; of a kind that has more, `most`. */
  async count({ key, lastDeviceKey }: Keeper, before: number, most?: number): Promise<Counts> {
    const counts = noRecords();
    for (const kind of HISTORY_KINDS) {
      for (const stretch of this.oldRecords.stretches(kind, key, lastDeviceKey)) {
        if (counts[kind] === most) break;
        const left = most === undefined ? undefined : most - counts[kind];
        counts[kind] += await this.oldRecords.count(stretch, before, left);
      }
    }
    return counts;
  }

  /** The trail tells of it also where it comes to no end, and the next time what a process that was killed has not told. */
  private async removeFrom(
    enterprise: Keeper,
    before: number,
    remover: Remover,
    signal: AbortSignal,
  ): Promise<Counts> {
    const removed = noRecords();
    try {
      for (const kind of HISTORY_KINDS)
        for (const stretch of this.oldRecords.stretches(kind, enterprise.key, enterprise.lastDeviceKey))
          await inSlices(async () => {
            const some = await this.oldRecords.removeSome(stretch, before, keptFrom);
            removed[kind] += some;
            return some < ROWS_IN_SLICE;
          }, signal);
    } finally {
      if (await this.oldRecords.hasUntold(enterprise.key)) await this.tell(enterprise, before, remover);
    }
    return removed;
  }

  private async tell(enterprise: Keeper, before: number, remover: Remover): Promise<void> {
    const { key: enterpriseKey, retentionDays } = enterprise;
    await this.audit.recorded({ ...remover, enterpriseKey }, async (manager) => {
      const removed = await takeUntold(manager, enterpriseKey);
      if (!removed) return { result: undefined };
      const details = { retention_days: retentionDays, kept_from: textOf(enterprise, before), ...removed };
      return { result: undefined, entry: { action: 'retention.applied', details } };
    });
  }
}

/** The first instant of what is kept now; none where everything is. */
export function keptFrom({ retentionDays, timeZone }: Keeping): number | undefined {
  if (retentionDays === null) return undefined;
  return startOfDayAgo(retentionDays, Date.now(), ZonedTime.of(timeZone));
}

const noRecords = (): Record<HistoryKind, number> => ({ ...NONE_REMOVED });

const textOf = ({ timeZone }: Keeping, instant: number): string => ZonedTime.of(timeZone).format(instant);
