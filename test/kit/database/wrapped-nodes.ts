import { AnswerReader, RowReader, type NodeReader } from '../../../src/database/rows/row-reader.js';
import type { TestApp } from '../app/create-test-app.js';

/** From now on the service reads with what `wrap` makes of the nodes of its database. Returns what undoes it. */
export function wrapNodes(app: TestApp, wrap: (node: NodeReader) => NodeReader): () => void {
  const undo = [...new Set([app.nest.get(RowReader), app.nest.get(AnswerReader)])].map((reader) => {
    const before = reader.fromOneNode.bind(reader);
    reader.fromOneNode = (work, mayRepeat) => before((node) => work(wrap(node)), mayRepeat);
    return () => (reader.fromOneNode = before);
  });
  return () => {
    for (const step of undo) step();
  };
}
