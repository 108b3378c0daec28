import { setTimeout as wait } from 'node:timers/promises';

const TRIES = 6;
const FIRST_PAUSE_MS = 50;

/** What a database says when others were in the way: it has undone the transaction, and another try may pass. */
const PASSING = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
]);

/** Runs a transaction again, a few times, where it failed for the sake of another. */
export async function retrying<Result>(transaction: () => Promise<Result> | Result): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === TRIES || !PASSING.has((error as { code?: string }).code ?? '')) throw error;
      // not at the same moment as the other one
      await wait(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}
