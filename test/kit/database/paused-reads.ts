import { DatabaseUnavailable, type RowSink } from '../../../src/database/rows/row-reader.js';
import type { TestApp } from '../app/create-test-app.js';
import { wrapNodes } from './wrapped-nodes.js';

/** From now on every answer that is sent in pieces loses its database when so many of them were sent. Returns what undoes it. */
export function loseDatabaseAfter(app: TestApp, pieces: number): () => void {
  return beforePauses(app, () => {
    let left = pieces;
    return () => {
      if (left-- <= 0) throw new DatabaseUnavailable('database_trouble');
    };
  });
}

/** Counts how often answers let others have a turn while their rows are read. */
export function countPauses(app: TestApp): { count: number } {
  const pauses = { count: 0 };
  beforePauses(app, () => () => {
    pauses.count++;
  });
  return pauses;
}

/** Makes for each result what happens before its pauses. */
function beforePauses(app: TestApp, make: () => () => void): () => void {
  return wrapNodes(app, (node) => ({
    rows: (query) => node.rows(query),
    stream: (query, sink) => node.stream(query, pausing(sink, make())),
  }));
}

function pausing(sink: RowSink, happens: () => void): RowSink {
  const pause = async (): Promise<void> => {
    happens();
    await sink.pause();
  };
  return new Proxy(sink, {
    get: (target, name) => (name === 'pause' ? pause : (Reflect.get(target, name) as unknown)),
  });
}
