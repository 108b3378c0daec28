import {
  AnswerReader,
  RowReader,
  type NodeReader,
  type Query,
  type Row,
  type RowSink,
} from '../../../src/database/rows/row-reader.js';
import type { TestApp } from '../app/create-test-app.js';

/** What lends the nodes themselves, before their results are read in slices. */
interface Lender {
  lend: RowReader['fromOneNode'];
}

/** From now on the service reads with what `wrap` makes of the nodes of its database. Returns what undoes it. */
export function wrapNodes(app: TestApp, wrap: (node: NodeReader) => NodeReader): () => void {
  const undo = [...new Set([app.nest.get(RowReader), app.nest.get(AnswerReader)])].map((reader) => {
    const lender = reader as unknown as Lender;
    const before = lender.lend.bind(reader);
    lender.lend = (work, mayRepeat) => before((node) => work(wrap(node)), mayRepeat);
    return () => (lender.lend = before);
  });
  return () => {
    for (const step of undo) step();
  };
}

/** What happens at each row of a result, and before it lets others have a turn. */
interface Watch {
  readonly row?: () => void;
  readonly pause?: () => void;
}

/** From now on `begin` is told of every query, and says what happens while its result is read. Returns what undoes it. */
export function watchReads(app: TestApp, begin: (query: Query) => Watch): () => void {
  return wrapNodes(app, (node) => ({
    rows: async (query) => {
      const { row } = begin(query);
      const rows = await node.rows(query);
      rows.forEach(() => row?.());
      return rows;
    },
    stream: (query, sink) => node.stream(query, watched(sink, query, begin)),
  }));
}

function watched(sink: RowSink, query: Query, begin: (query: Query) => Watch): RowSink {
  let watch = begin(query);
  const own = {
    take: (taken: Row): boolean => {
      watch.row?.();
      return sink.take(taken);
    },
    goOn: (): Query | undefined => {
      const next = sink.goOn?.();
      if (next) watch = begin(next);
      return next;
    },
    pause: async (): Promise<void> => {
      watch.pause?.();
      await sink.pause();
    },
  };
  return new Proxy(sink, {
    get: (target, name) => Reflect.get(name in own ? own : target, name) as unknown,
  });
}
