import { DatabaseUnavailable } from '../../../src/database/rows/reader.js';
import type { TestApp } from '../app/create-test-app.js';
import { watchReads } from './wrapped-nodes.js';

/** From now on every answer that is sent in pieces loses its database when so many of them were sent. Returns what undoes it. */
export function loseDatabaseAfter(app: TestApp, pieces: number): () => void {
  return watchReads(app, () => {
    let left = pieces;
    return {
      pause: () => {
        if (left-- <= 0) throw new DatabaseUnavailable('database_trouble');
      },
    };
  });
}

/** Counts how often answers let others have a turn while their rows are read. */
export function countPauses(app: TestApp): { count: number } {
  const pauses = { count: 0 };
  watchReads(app, () => ({ pause: () => pauses.count++ }));
  return pauses;
}
