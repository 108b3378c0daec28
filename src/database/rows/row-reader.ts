import { ConnectionUse } from './connection-use.js';
import type { NodeReader, Query, Value } from './node-reader.js';

export type * from './node-reader.js';

/** Reads rows. Everything has a timeout, after which it throws `DatabaseUnavailable`. */
export abstract class RowReader {
  /** An embedded database has no connections to wait for. */
  readonly use = new ConnectionUse();

  /**
   * Lends a node for some work: several nodes may stand behind one address, and one may be behind another. Where it is lost, the work is
   * done once more with another one, as long as `mayRepeat`.
   */
  abstract fromOneNode<T>(work: (node: NodeReader) => Promise<T>, mayRepeat?: () => boolean): Promise<T>;

  abstract close(): Promise<void>;

  /** The values of all rows of a result known to be short, from any node. */
  rows(query: Query): Promise<readonly (readonly Value[])[]> {
    return this.fromOneNode((node) => node.rows(query));
  }

  /** The same for what must not be behind: keys and sessions (decision 0007). */
  latestRows(query: Query): Promise<readonly (readonly Value[])[]> {
    return this.rows({ ...query, isLatest: true });
  }
}

/** What answers are read with: it may read another node than keys and sessions, which the primary alone knows exactly. */
export abstract class AnswerReader extends RowReader {}

/** Why no rows can be had for the moment, as the log and the metrics name it. */
export type NoRowsReason =
  | 'no_connection_in_time'
  | 'no_answer_in_time'
  | 'database_trouble'
  | 'node_unfit'
  | 'log_held_back'
  | 'too_many_long_answers';

/** The database cannot be reached, does not answer in time or has no connection free. */
export class DatabaseUnavailable extends Error {
  constructor(
    readonly reason: NoRowsReason,
    options?: ErrorOptions,
  ) {
    super(`No rows can be had for the moment: ${reason.replaceAll('_', ' ')}`, options);
  }
}

/** The client of an answer disconnected before its end. */
export class ReceiverGone extends Error {
  constructor() {
    super('The client has disconnected');
  }
}
