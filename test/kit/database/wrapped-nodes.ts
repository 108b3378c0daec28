import {
  ReplicaReader,
  DatabaseReader,
  type ReadConnection,
  type Query,
  type RowSink,
} from '../../../src/database/rows/reader.js';
import type { TestApp } from '../app/create-test-app.js';

/** From now on the service reads with what `wrap` makes of the nodes of its database. Returns what undoes it. */
export function wrapNodes(app: TestApp, wrap: (node: ReadConnection) => ReadConnection): () => void {
  const undo = [...new Set([app.nest.get(DatabaseReader), app.nest.get(ReplicaReader)])].map((reader) => {
    const before = reader.withConnection.bind(reader);
    reader.withConnection = (work, mayRepeat) => before((node) => work(wrap(node)), mayRepeat);
    return () => (reader.withConnection = before);
  });
  return () => {
    for (const step of undo) step();
  };
}

/** Runs before each pause of a result. */
interface Watch {
  readonly pause?: () => void;
}

/** Calls `begin` with every query from now on, and watches the query's result with what it returns. Returns what undoes it. */
export function watchReads(app: TestApp, begin: (query: Query) => Watch): () => void {
  return wrapNodes(app, (node) => ({
    rows: (query) => {
      begin(query);
      return node.rows(query);
    },
    stream: (query, sink) => node.stream(query, watched(sink, begin(query))),
  }));
}

function watched(sink: RowSink, watch: Watch): RowSink {
  const own = {
    pause: async (): Promise<void> => {
      watch.pause?.();
      await sink.pause();
    },
  };
  return new Proxy(sink, {
    get: (target, name) => Reflect.get(name in own ? own : target, name) as unknown,
  });
}
