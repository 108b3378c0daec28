import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { engineOf } from './engine/engine.js';
import { TRANSIENT_ERRORS } from './rows/driver-errors.js';

/** Retry period of a request, which has timed out by then. */
const TRY_FOR_MS = 1_500;
/** Maximum retry period of background work. An import may win many times in a row. */
const TRY_FOR_AT_MOST_MS = 60_000;
const PAUSE_MS = { first: 20, longest: 500 };

@Injectable()
export class Transactions {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  run<T>(work: (manager: EntityManager) => Promise<T>, tryForMs = TRY_FOR_MS): Promise<T> {
    return this.withRetries(() => engineOf(this.dataSource).transaction(this.dataSource, work), tryForMs);
  }

  /** All reads of `work` show one state. It must not write. */
  read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.withRetries(() => engineOf(this.dataSource).snapshot(this.dataSource, work), TRY_FOR_MS);
  }

  private async withRetries<T>(attemptOnce: () => Promise<T>, tryForMs: number): Promise<T> {
    const giveUpAt = Date.now() + Math.min(tryForMs, TRY_FOR_AT_MOST_MS);
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce();
      } catch (error) {
        const isTransient = TRANSIENT_ERRORS.has((error as NodeJS.ErrnoException).code ?? '');
        if (!isTransient || Date.now() > giveUpAt) throw error;
        // Adds jitter, so that two transactions do not retry at the same moment.
        const pause = Math.min(PAUSE_MS.first * 2 ** (attempt - 1), PAUSE_MS.longest);
        await wait(pause * (1 + Math.random()));
      }
    }
  }
}
