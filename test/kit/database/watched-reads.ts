import {
  ReplicaReader,
  DatabaseUnavailable,
  DatabaseReader,
  type Query,
  type ReadConnection,
  type RowSink,
} from '../../../src/database/rows/reader.js';
import type { TestApp } from '../app/create-test-app.js';

export function wrapReads(app: TestApp, wrap: (node: ReadConnection) => ReadConnection): () => void {
  const undo = [...new Set([app.nest.get(DatabaseReader), app.nest.get(ReplicaReader)])].map((reader) => {
    const before = reader.withConnection.bind(reader);
    reader.withConnection = (work, mayRepeat) => before((node) => work(wrap(node)), mayRepeat);
    return () => (reader.withConnection = before);
  });
  return () => {
    for (const step of undo) step();
  };
}

/** Records the statements of the service from now on, except lookups of keys. */
export function recordReads(app: TestApp): Query[] {
  const recorded: Query[] = [];
  const record = (query: Query): void => {
    if (!query.sql.includes('api_keys')) recorded.push(query);
  };
  wrapReads(app, (node) => ({
    rows: (query) => {
      record(query);
      return node.rows(query);
    },
    stream: (query, sink) => {
      record(query);
      return node.stream(query, sink);
    },
  }));
  return recorded;
}

/** Ends every stream after this number of pauses, like a lost database. Returns an undo function. */
export function loseDatabaseAfter(app: TestApp, pauses: number): () => void {
  return wrapReads(app, (node) => ({
    rows: (query) => node.rows(query),
    stream: (query, sink) => node.stream(query, endingAfter(sink, pauses)),
  }));
}

function endingAfter(sink: RowSink, pauses: number): RowSink {
  let left = pauses;
  const pause = async (): Promise<void> => {
    if (left-- <= 0) throw new DatabaseUnavailable('database_trouble');
    await sink.pause();
  };
  return new Proxy(sink, {
    get: (target, name) => (name === 'pause' ? pause : (Reflect.get(target, name) as unknown)),
  });
}
