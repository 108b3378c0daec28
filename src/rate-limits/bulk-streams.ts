import type { Response } from 'express';
import { rateLimited } from '../http/errors/api-error.js';

/** Bulk answers that one key may have running at once, in one process. */
export const MOST_BULK_AT_ONCE = 4;
/** Nobody knows when one of them ends; this is often enough to ask. */
const ASK_AGAIN_SECONDS = 5;

/** Counts the bulk answers that run for each key: they hold connections for as long as their clients read. */
export class BulkStreams {
  private readonly running = new Map<string, number>();

  /** Takes a place until the answer has ended; false where all are taken. */
  enter(keyId: string, response: Response): boolean {
    const running = this.running.get(keyId) ?? 0;
    if (running >= MOST_BULK_AT_ONCE) return false;
    this.running.set(keyId, running + 1);
    response.once('close', () => {
      this.leave(keyId);
    });
    return true;
  }

  refusal(): Error {
    return rateLimited(
      `A key may have ${MOST_BULK_AT_ONCE} bulk requests running at once.`,
      ASK_AGAIN_SECONDS,
    );
  }

  private leave(keyId: string): void {
    const running = (this.running.get(keyId) ?? 1) - 1;
    if (running > 0) this.running.set(keyId, running);
    else this.running.delete(keyId);
  }
}
