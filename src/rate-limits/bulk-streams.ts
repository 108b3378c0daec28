import type { Response } from 'express';

/** Bulk answers that one key may have running at once, in one process: they hold connections for as long as their clients read. */
export const MOST_BULK_AT_ONCE = 4;

/** Counts the bulk answers that run for each key. */
export class BulkStreams {
  private readonly running = new Map<string, number>();

  /** Counts one until the answer has ended; false where there are enough. */
  enter(keyId: string, response: Response): boolean {
    const running = this.running.get(keyId) ?? 0;
    if (running >= MOST_BULK_AT_ONCE) return false;
    this.running.set(keyId, running + 1);
    response.once('close', () => {
      const left = (this.running.get(keyId) ?? 1) - 1;
      if (left > 0) this.running.set(keyId, left);
      else this.running.delete(keyId);
    });
    return true;
  }
}
