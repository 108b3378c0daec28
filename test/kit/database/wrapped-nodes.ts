import { AnswerReader, RowReader, type NodeReader } from '../../../src/database/rows/row-reader.js';
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
