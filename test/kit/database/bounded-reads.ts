import type { TestApp } from '../app/create-test-app.js';
import { watchReads } from './wrapped-nodes.js';

/** From now on every query of an answer that brings more rows ends with an error, as on an engine with such a bound. Counts those that bring as many. */
export function boundReads(app: TestApp, most: number): { full: number } {
  const seen = { full: 0 };
  watchReads(app, () => {
    let rows = 0;
    return {
      row: () => {
        if (++rows === most) seen.full++;
        if (rows > most) throw new Error(`A query brings more than ${most} rows`);
      },
    };
  });
  return seen;
}
