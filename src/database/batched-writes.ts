import { Inject, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { LOGGER } from '../observability/logger.js';
import { Transactions } from './transactions.js';

const WRITE_EVERY_MS = 20_000;
const SOON_MS = 1_000;
/** Keeps transactions short, so that they leave connections and locks to others. */
const ROWS_IN_ONE_TRANSACTION = 200;

/** Gathers rows in memory and writes them in batches, so that no request waits for the database. */
export abstract class BatchedWrites<Row> implements OnModuleInit, BeforeApplicationShutdown {
  /** Names the rows in the log. */
  protected abstract readonly subject: string;
  @Inject(Transactions) protected readonly transactions: Transactions;
  @Inject(LOGGER) protected readonly logger: Logger;
  private rows = new Map<string, Row>();
  private timer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  onModuleInit(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** Writes run one after the other, so awaiting the last one awaits all. */
  write(): Promise<void> {
    this.writing = this.writing.then(async () => {
      clearTimeout(this.soon);
      this.soon = undefined;
      // Sorts the rows, so that instances that write at the same time do not deadlock.
      const left = [...this.rows].sort(([one], [other]) => (one < other ? -1 : 1));
      this.rows = new Map();
      try {
        while (left.length > 0) {
          const batch = left.slice(0, ROWS_IN_ONE_TRANSACTION).map(([, row]) => row);
          await this.transactions.run((manager) => this.store(manager, batch));
          left.splice(0, ROWS_IN_ONE_TRANSACTION);
        }
      } catch (error) {
        this.logger.warn({ err: error }, `${this.subject} not written; kept for the next attempt`);
        const later = this.rows;
        this.rows = new Map(left);
        for (const [key, row] of later) this.gather(key, row);
      }
    });
    return this.writing;
  }

  protected gather(key: string, row: Row): void {
    const earlier = this.rows.get(key);
    this.rows.set(key, earlier ? this.merge(earlier, row) : row);
  }

  protected gathered(): ReadonlyMap<string, Row> {
    return this.rows;
  }

  /** Writes within one second, for rows that other instances must see soon. */
  protected writeSoon(): void {
    this.soon ??= setTimeout(() => void this.write(), SOON_MS).unref();
  }

  protected merge(_earlier: Row, later: Row): Row {
    return later;
  }

  protected abstract store(manager: EntityManager, rows: readonly Row[]): Promise<void>;
}
