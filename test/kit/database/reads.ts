import type { Query } from '../../../src/database/rows/reader.js';
import type { TestApp } from '../app/create-test-app.js';
import { watchReads } from './wrapped-nodes.js';

/** The statements that a service sends for its answers from now on; looking keys up is not among them. */
export function noteReads(app: TestApp): Query[] {
  const noted: Query[] = [];
  watchReads(app, (query) => {
    if (!query.sql.includes('api_keys')) noted.push(query);
    return {};
  });
  return noted;
}
