import { randomUUID } from 'node:crypto';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { engineOf } from '../../database/engine/engine.js';
import { storeEntities } from '../../database/engine/upsert.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../observability/logger.js';
import { FailedCallsService } from '../api-keys/failed-calls.service.js';
import { DailyRun } from './retention.entities.js';
import { RetentionService } from './retention.service.js';
import { TombstonesService } from './tombstones.service.js';

const HOUR_MS = 3_600_000;
/** Interval of less than a day, so that the run does not drift to a later time every day. */
const DUE_AFTER_MS = 23 * HOUR_MS;
/** Time for which a killed process holds the lock. */
const LOCK_MS = 5 * 60_000;
const EXTEND_EVERY_MS = LOCK_MS / 5;
const CHECK_EVERY_MS = 10 * 60_000;
const CALLER = { actor: 'service', address: '', requestId: '' } as const;
const RUN = { name: 'retention', holder: '', heldUntil: 0, begunAt: 0, doneAt: 0 };

/**
 * Runs data retention once a day, in the process whose UPDATE takes the row of `daily_runs`. Every process tries
 * every 5 to 15 minutes. If a broken clock or network lets two processes run, each removes what the other has left.
 */
@Injectable()
export class RetentionScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly me = randomUUID();
  private readonly now: string;
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly retention: RetentionService,
    private readonly tombstones: TombstonesService,
    private readonly calls: FailedCallsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.now = engineOf(dataSource).now;
  }

  onApplicationBootstrap(): void {
    this.scheduleNext();
  }

  /** Waits for the running batch. Another process continues. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.stop.abort();
    await this.running;
  }

  async runIfDue(): Promise<boolean> {
    if (this.stop.signal.aborted || !(await this.takeLock())) return false;
    const lost = new AbortController();
    const extending = setInterval(() => {
      this.updateRun(`held_until = ${this.now} + ${LOCK_MS}`).then(
        (isOurs) => isOurs || lost.abort(),
        () => undefined, // the next attempt comes before the lock expires
      );
    }, EXTEND_EVERY_MS);
    const signal = AbortSignal.any([this.stop.signal, lost.signal]);
    let done = '';
    try {
      await this.run(signal);
      if (!signal.aborted) done = ', done_at = begun_at';
    } finally {
      clearInterval(extending);
      await this.updateRun(`held_until = 0${done}`);
    }
    return true;
  }

  private async takeLock(): Promise<boolean> {
    const { me, now } = this;
    // inserts the row, or changes nothing
    await this.transactions.run((manager) => storeEntities(manager, DailyRun, [RUN], { replaced: ['name'] }));
    return this.updateRun(
      `holder = '${me}', begun_at = ${now}, held_until = ${now} + ${LOCK_MS}`,
      `held_until < ${now} AND done_at < ${now} - ${DUE_AFTER_MS}`,
    );
  }

  private updateRun(change: string, condition = `holder = '${this.me}'`): Promise<boolean> {
    const sql = `UPDATE daily_runs SET ${change} WHERE name = ? AND ${condition}`;
    return this.transactions.run(async ({ queryRunner }) => {
      const result = await queryRunner?.query(sql, [RUN.name], true);
      return (result?.affected ?? 0) > 0;
    });
  }

  private async run(signal: AbortSignal): Promise<void> {
    for await (const { enterpriseId, keptFrom, records } of this.retention.purgeAll(CALLER, signal))
      if (Object.values(records).some((count) => count > 0))
        this.logger.info({ enterprise: enterpriseId, keptFrom, ...records }, 'old records purged');
    const removals = await this.tombstones.purge(signal);
    if (removals > 0) this.logger.info({ removals }, 'old tombstones purged');
    await this.calls.purge(signal);
  }

  /** Chooses a random time, so that processes do not check at the same moment. */
  private scheduleNext(): void {
    if (this.stop.signal.aborted) return;
    this.timer = setTimeout(
      () => {
        this.running = this.runIfDue()
          .catch((error: unknown) => this.logger.warn({ err: error }, 'retention run failed; will retry'))
          .finally(() => this.scheduleNext());
      },
      CHECK_EVERY_MS * (0.5 + Math.random()),
    ).unref();
  }
}
