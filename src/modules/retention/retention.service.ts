import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import type { Turn } from '../../database/changes/change-clock.js';
import { HISTORIES, type HistoryKind } from '../../database/changes/histories.js';
import { inSlices, ROWS_IN_SLICE } from '../../database/slices.js';
import { startOfDayAgo } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { AuditTrailService } from '../audit/trail/audit-trail.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { MOST_COUNTED, type RetentionPreviewDto } from './retention.dto.js';
import { OldRecordsRepository } from './old-records.repository.js';

export const HISTORY_KINDS = Object.keys(HISTORIES) as HistoryKind[];

/** How many records of each kind. */
export type Counts = Readonly<Record<HistoryKind, number>>;

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
    private readonly audit: AuditTrailService,
  ) {}

  /** Enterprise by enterprise, of those that do not keep everything. What the signal leaves is for another time. */
  removeAll(remover: Remover, signal: AbortSignal): AsyncGenerator<Forgotten> {
    return this.each(signal, (enterprise, before) => this.removeFrom(enterprise, before, remover, signal));
  }

  /** What `removeAll` would remove. */
  countAll(signal: AbortSignal): AsyncGenerator<Forgotten> {
    return this.each(signal, (enterprise, before) => this.count(enterprise, before));
  }

  private async *each(
    signal: AbortSignal,
    work: (enterprise: Keeper, before: number) => Promise<Counts>,
  ): AsyncGenerator<Forgotten> {
    for (const enterprise of await this.enterprises.list()) {
      if (signal.aborted) return;
      const before = keptFrom(enterprise);
      if (before === undefined) continue;
      const records = await work(enterprise, before);
      yield { enterpriseId: enterprise.id, keptFrom: textOf(enterprise, before), records };
    }
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

  /** The trail tells of it also where it comes to no end. */
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
      if (HISTORY_KINDS.some((kind) => removed[kind] > 0))
        await this.tell(enterprise, before, remover, removed);
    }
    return removed;
  }

  private async tell(enterprise: Keeper, before: number, remover: Remover, removed: Counts): Promise<void> {
    const { retentionDays } = enterprise;
    const details = { retention_days: retentionDays, kept_from: textOf(enterprise, before), ...removed };
    await this.audit.recorded({ ...remover, enterpriseKey: enterprise.key }, () =>
      Promise.resolve({
        result: undefined,
        entry: { action: 'retention.applied', apiKeyId: '', application: '', details },
      }),
    );
  }
}

/** The first instant of what is kept now; none where everything is. */
export function keptFrom({ retentionDays, timeZone }: Keeping): number | undefined {
  if (retentionDays === null) return undefined;
  return startOfDayAgo(retentionDays, Date.now(), ZonedTime.of(timeZone));
}

const noRecords = (): Record<HistoryKind, number> => ({ datausage: 0, screentime: 0, locations: 0 });

const textOf = ({ timeZone }: Keeping, instant: number): string => ZonedTime.of(timeZone).format(instant);
