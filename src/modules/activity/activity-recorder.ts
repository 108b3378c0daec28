import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BatchedWrites } from '../../database/batched-writes.js';
import { ofStanding } from '../../database/engine/standing.js';
import { storeEntities } from '../../database/engine/upsert.js';
import { Transactions } from '../../database/transactions.js';
import type { RequestObserver } from '../../observability/request-log.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { LOGGER } from '../../observability/logger.js';
import { KeyActivity } from './key-activity.entity.js';

const HOUR_MS = 3_600_000;
const SUMS = ['requests', 'errors', 'refused', 'feeds', 'records', 'bytes'] as const;
const NOT_LET_IN = new Set([401, 403, 429]);

/** Counts in memory what each key reads, and writes the sums in batches: a request waits for none of it. */
@Injectable()
export class ActivityRecorder extends BatchedWrites {
  private sums = new Map<string, KeyActivity>();

  constructor(
    private readonly transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('the activity of keys', logger);
  }

  /** Every request whose key is known counts, also one that was refused. */
  readonly note: RequestObserver = ({ context }, { status, bytes, isComplete }) => {
    const { apiKeyId, application = '', keyOwner, scope, rows = 0, feed } = context;
    if (apiKeyId === undefined || !keyOwner || scope === undefined) return;
    const isRefused = NOT_LET_IN.has(status);
    this.add({
      enterpriseKey: keyOwner.key,
      hour: hourOf(keyOwner.timeZone, Date.now()),
      apiKeyId,
      scope,
      application,
      requests: 1,
      errors: !isRefused && (status >= 400 || !isComplete) ? 1 : 0,
      refused: isRefused ? 1 : 0,
      feeds: feed ? 1 : 0,
      records: rows,
      bytes,
    });
  };

  protected async writeGathered(): Promise<void> {
    const sums = [...this.sums.values()];
    if (sums.length === 0) return;
    this.sums = new Map();
    try {
      await this.transactions.run(async (manager) => {
        const kept = await ofStanding(manager, sums);
        await storeEntities(manager, KeyActivity, kept, { replaced: ['application'], sums: SUMS });
      });
    } catch (error) {
      for (const sum of sums) this.add(sum);
      throw error;
    }
  }

  private add(sum: KeyActivity): void {
    const name = `${sum.enterpriseKey} ${sum.hour} ${sum.apiKeyId} ${sum.scope}`;
    const known = this.sums.get(name);
    if (!known) {
      this.sums.set(name, sum);
      return;
    }
    known.application = sum.application;
    for (const name of SUMS) known[name] += sum[name];
  }
}

/** When the hour began, by the clock of a zone: not every zone is whole hours from UTC. */
function hourOf(zone: string, instant: number): number {
  const offset = ZonedTime.of(zone).offsetAt(instant);
  return Math.floor((instant + offset) / HOUR_MS) * HOUR_MS - offset;
}
