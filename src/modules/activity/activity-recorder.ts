import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BatchedWrites } from '../../database/batched-writes.js';
import { Transactions } from '../../database/transactions.js';
import type { RequestObserver } from '../../http/request/request-end.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { LOGGER } from '../../logging/logger.js';
import { ActivityRepository } from './activity.repository.js';
import type { KeyActivity } from './key-activity.entity.js';

const HOUR_MS = 3_600_000;
const NOT_LET_IN = new Set([401, 403, 429]);

interface Hour {
  readonly start: number;
  readonly end: number;
}

/** Counts in memory what each key reads, and writes the sums in batches: a request waits for none of it. */
@Injectable()
export class ActivityRecorder extends BatchedWrites {
  private sums = new Map<string, KeyActivity>();
  private readonly hours = new Map<string, Hour>();

  constructor(
    private readonly activity: ActivityRepository,
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
      hour: this.hourOf(keyOwner.timeZone, Date.now()),
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
      await this.transactions.run((manager) => this.activity.add(manager, sums));
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
    known.requests += sum.requests;
    known.errors += sum.errors;
    known.refused += sum.refused;
    known.feeds += sum.feeds;
    known.records += sum.records;
    known.bytes += sum.bytes;
  }

  /** When the hour began, by the clock of a zone: not every zone is whole hours from UTC. */
  private hourOf(zone: string, instant: number): number {
    const known = this.hours.get(zone);
    if (known && known.start <= instant && instant < known.end) return known.start;
    const offset = ZonedTime.of(zone).offsetAt(instant);
    const start = Math.floor((instant + offset) / HOUR_MS) * HOUR_MS - offset;
    this.hours.set(zone, { start, end: start + HOUR_MS });
    return start;
  }
}
