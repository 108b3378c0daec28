import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

const TRIES = 5;
/** After this long there is no other try: whoever waits for the result has been told to come back later. */
const TRY_FOR_MS = 1_500;
const TRANSIENT = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_DUP_ENTRY', // another transaction made the row that this one looked for
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
]);

/**
 * Runs writes in transactions. On the embedded engine all requests share one connection, on which two
 * transactions at once would mix, so they take turns there; where the engine asks for another try, they get it.
 */
@Injectable()
export class Transactions {
  private last: Promise<unknown> = Promise.resolve();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (this.dataSource.options.type !== 'better-sqlite3') return this.attempt(work);
    const turn = this.last.then(
      () => this.attempt(work),
      () => this.attempt(work),
    );
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async attempt<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const giveUpAt = Date.now() + TRY_FOR_MS;
    for (let tries = 1; ; tries++) {
      try {
        return await this.dataSource.transaction(work);
      } catch (error) {
        const mayPass = TRANSIENT.has((error as NodeJS.ErrnoException).code ?? '');
        if (!mayPass || tries >= TRIES || Date.now() > giveUpAt) throw error;
        await new Promise((resolve) => setTimeout(resolve, tries * 20 * (1 + Math.random())));
      }
    }
  }
}
