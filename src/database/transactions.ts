import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { engineOf } from './engine/engine.js';

/** After this long there is no retry: the watchdog has answered the request by then. */
const TRY_FOR_MS = 1_500;
/**
 * Work in the background is tried for so long: between nodes of a cluster the first to commit wins, and an import through another
 * node wins many times in a row.
 */
const TRY_FOR_AT_MOST_MS = 60_000;
const PAUSE_MS = { first: 20, longest: 500 };

/** So often another node is tried. What was not committed, a lost one has not done. */
const LOST_NODES = 1;

/** Runs writes in transactions, and retries after a deadlock or a lock timeout; and where the node is lost before it had to commit. */
@Injectable()
export class Transactions {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async run<T>(work: (manager: EntityManager) => Promise<T>, tryForMs = TRY_FOR_MS): Promise<T> {
    const engine = engineOf(this.dataSource);
    const giveUpAt = Date.now() + Math.min(tryForMs, TRY_FOR_AT_MOST_MS);
    let lost = 0;
    for (let attempt = 1; ; attempt++) {
      const progress = { isDone: false };
      try {
        return await engine.transaction(this.dataSource, async (manager) => {
          const result = await work(manager);
          progress.isDone = true;
          return result;
        });
      } catch (error) {
        const { errors } = engine;
        const mayPass =
          errors.transient.has((error as NodeJS.ErrnoException).code ?? '') ||
          (!progress.isDone && errors.isNodeLost(error as Error) && lost++ < LOST_NODES);
        if (!mayPass || Date.now() > giveUpAt) throw error;
        // jitter: not at the same moment as the other transaction
        const pause = Math.min(PAUSE_MS.first * 2 ** (attempt - 1), PAUSE_MS.longest);
        await wait(pause * (1 + Math.random()));
      }
    }
  }
}
