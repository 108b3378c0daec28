import type { Query } from '../../../src/database/rows/row-reader.js';
import type { TestApp } from '../app/create-test-app.js';
import { wrapNodes } from './wrapped-nodes.js';

/** The statements that a service sends for its answers from now on; looking keys up is not among them. */
export function noteReads(app: TestApp): Query[] {
  const noted: Query[] = [];
  const note = (query: Query): void => {
    if (!query.sql.includes('api_keys')) noted.push(query);
  };
  wrapNodes(app, (node) => ({
    rows: (query) => {
      note(query);
      return node.rows(query);
    },
    stream: (query, sink) => {
      note(query);
      return node.stream(query, sink);
    },
  }));
  return noted;
}
