import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { engineOf } from './engine/engine.js';

/** After this long a request's transaction has no other try: whoever waits for it has been told to come back later. */
const TRY_FOR_MS = 1_500;
const TRIES = 7;
const FIRST_PAUSE_MS = 20;

/** Runs writes in transactions. One that is undone for the sake of another gets some more tries. */
@Injectable()
export class Transactions {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async run<T>(work: (manager: EntityManager) => Promise<T>, tryForMs = TRY_FOR_MS): Promise<T> {
    const engine = engineOf(this.dataSource);
    const giveUpAt = Date.now() + tryForMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await engine.transaction(this.dataSource, work);
      } catch (error) {
        const mayPass = engine.errors.transient.has((error as NodeJS.ErrnoException).code ?? '');
        if (!mayPass || attempt === TRIES || Date.now() > giveUpAt) throw error;
        // not at the same moment as the other one
        await wait(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random()));
      }
    }
  }
}
