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
import { storeRows } from '../../database/engine/upsert.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../observability/logger.js';
import { FailedCallsService } from '../api-keys/failed-calls.service.js';
import { RetentionService, type PurgedRecords } from './retention.service.js';
import { TombstonesService } from './tombstones.service.js';

const HOUR_MS = 3_600_000;
/** Interval of less than a day, so that the run does not drift to a later time every day. */
const DUE_AFTER_MS = 23 * HOUR_MS;
/** Time for which a killed process holds the lock. */
const LOCK_MS = 5 * 60_000;
const NAME = 'retention';
const CHECK_EVERY_MS = 10 * 60_000;
const EXTEND_EVERY_MS = LOCK_MS / 5;
const CALLER = { actor: 'service', address: '', requestId: '' } as const;

/**
 * Gives a daily job to one process, whose UPDATE succeeds only if no other one holds the row. If a broken clock or
 * network lets two processes hold it, each removes what the other has left.
 */
@Injectable()
export class RetentionLock {
  private readonly me = randomUUID();
  private readonly now: string;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    this.now = engineOf(dataSource).now;
  }

  async take(name: string): Promise<boolean> {
    const { me, now } = this;
    const row = {
      table: 'daily_runs',
      columns: ['name', 'holder', 'held_until', 'begun_at', 'done_at'],
      identity: ['name'],
      replaced: ['name'],
    };
    await this.transactions.run((transaction) => storeRows(transaction, row, [[name, '', 0, 0, 0]]));
    return this.update(
      name,
      `holder = '${me}', begun_at = ${now}, held_until = ${now} + ${LOCK_MS}`,
      `held_until < ${now} AND done_at < ${now} - ${DUE_AFTER_MS}`,
    );
  }

  /** Returns false if the lock has expired and another process has taken it. */
  extend(name: string): Promise<boolean> {
    return this.update(name, `held_until = ${this.now} + ${LOCK_MS}`);
  }

  async release(name: string, isDone: boolean): Promise<void> {
    await this.update(name, `held_until = 0${isDone ? ', done_at = begun_at' : ''}`);
  }

  private update(name: string, what: string, condition = `holder = '${this.me}'`): Promise<boolean> {
    const sql = `UPDATE daily_runs SET ${what} WHERE name = ? AND ${condition}`;
    return this.transactions.run(async ({ queryRunner }) => {
      const result = await queryRunner?.query(sql, [name], true);
      return (result?.affected ?? 0) > 0;
    });
  }
}

/** Runs data retention once a day. Every process checks every 5 to 15 minutes whether it is due. */
@Injectable()
export class RetentionScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly lock: RetentionLock,
    private readonly retention: RetentionService,
    private readonly tombstones: TombstonesService,
    private readonly calls: FailedCallsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

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
    if (this.stop.signal.aborted || !(await this.lock.take(NAME))) return false;
    const lost = new AbortController();
    const extending = setInterval(() => {
      this.lock.extend(NAME).then(
        (isOurs) => isOurs || lost.abort(),
        () => undefined, // the next attempt comes before the lock expires
      );
    }, EXTEND_EVERY_MS);
    const signal = AbortSignal.any([this.stop.signal, lost.signal]);
    let isDone = false;
    try {
      await this.run(signal);
      isDone = !signal.aborted;
    } finally {
      clearInterval(extending);
      await this.lock.release(NAME, isDone);
    }
    return true;
  }

  private async run(signal: AbortSignal): Promise<void> {
    for await (const purged of this.retention.purgeAll(CALLER, signal)) this.logPurged(purged);
    const removals = await this.tombstones.purge(signal);
    if (removals > 0) this.logger.info({ removals }, 'old tombstones purged');
    await this.calls.purge(signal);
  }

  private logPurged({ enterpriseId, keptFrom, records }: PurgedRecords): void {
    if (Object.values(records).some((count) => count > 0))
      this.logger.info({ enterprise: enterpriseId, keptFrom, ...records }, 'old records purged');
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
