import { setTimeout as wait } from 'node:timers/promises';
import type { EngineErrors } from './engine.js';

const TRIES = 7;
const FIRST_PAUSE_MS = 20;

/** Runs a transaction again, a few times and not after `giveUpAt`, where it failed for the sake of another. */
export async function retrying<Result>(
  { transient }: EngineErrors,
  transaction: () => Promise<Result>,
  giveUpAt = Infinity,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      const mayPass = transient.has((error as NodeJS.ErrnoException).code ?? '');
      if (!mayPass || attempt === TRIES || Date.now() > giveUpAt) throw error;
      // not at the same moment as the other one
      await wait(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random()));
    }
  }
}
