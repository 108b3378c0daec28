import type { NodeReader, Row, RowSink } from '../../../src/database/rows/row-reader.js';
import type { TestApp } from '../app/create-test-app.js';
import { wrapNodes } from './wrapped-nodes.js';

/** From now on every query of an answer that brings more rows ends with an error, as on an engine with such a bound. Counts queries. */
export function boundReads(app: TestApp, most: number): { queries: number; full: number } {
  const seen = { queries: 0, full: 0 };
  const begin = (): (() => void) => {
    let rows = 0;
    seen.queries++;
    return () => {
      if (++rows === most) seen.full++;
      if (rows > most) throw new Error(`A query brings more than ${most} rows`);
    };
  };
  wrapNodes(app, (node): NodeReader => ({
    rows: async (query) => {
      const count = begin();
      const rows = await node.rows(query);
      rows.forEach(count);
      return rows;
    },
    stream: (query, sink) => node.stream(query, counting(sink, begin())),
  }));
  return seen;
}

function counting(sink: RowSink, count: () => void): RowSink {
  const take = (row: Row): boolean => {
    count();
    return sink.take(row);
  };
  return new Proxy(sink, {
    get: (target, name) => (name === 'take' ? take : (Reflect.get(target, name) as unknown)),
  });
}
