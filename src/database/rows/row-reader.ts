import { ConnectionUse } from './connection-use.js';

export type Value = string | number | null;

export interface Query {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

/** Takes the values of columns, in the form in which an engine has them. The format of the answer decides how a text is quoted. */
export interface ByteTarget {
  /** Goes into the answer as it is. */
  text(value: string): void;
  /** A text, to be quoted. */
  quoted(text: string): void;
  /** UTF-8 that goes into the answer as it is: the bytes from `start` up to `end`. */
  bytes(source: Uint8Array, start: number, end: number): void;
  /** The text that these bytes are in UTF-8, to be quoted. */
  quotedBytes(source: Uint8Array, start: number, end: number): void;
  /** No value. */
  none(): void;
}

/**
 * The row that is being read. Its columns are taken in the order of the select list, each once, by the method that fits
 * its kind. The object is reused for the next row.
 */
export interface Row {
  /** The next column, a text, quoted; an empty one where there is no value. */
  writeText(to: ByteTarget): void;
  /** The next column, a number or JSON already, as it is; or no value. */
  writeJson(to: ByteTarget): void;
  /** The next column, any text, quoted; or no value. */
  writeTextOrNone(to: ByteTarget): void;
  /** The next column, an integer. */
  readInteger(): number | null;
  /** The next column, a text; empty where there is no value. */
  readText(): string;
  /** The next column, any text. */
  readTextOrNull(): string | null;
}

/** Takes the rows of a result of any length. */
export interface RowSink {
  /** Takes a row; true when the reader should wait for `pause` before it brings the next, apart from those it holds already. */
  take(row: Row): boolean;
  /** Yields to the event loop, and writes what was taken as fast as the client reads it. */
  pause(): Promise<void>;
  /** Whether the result has outgrown memory, so that it takes as long as its client does. */
  readonly isLong: boolean;
  /** Whether the client has disconnected. */
  readonly isGone: boolean;
  /** Called when it does. */
  onGone: (() => void) | undefined;
}

/** Reads from one node of the database, one query after the other: no entities, only the columns asked for. */
export interface NodeReader {
  /** The values of all rows of a result known to be short. */
  rows(query: Query): Promise<readonly (readonly Value[])[]>;
  /** Hands the rows to the sink one by one; resolves when all were taken, rejects when any could not be. */
  stream(query: Query, sink: RowSink): Promise<void>;
}

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
}

/** What answers are read with: it may read another node than keys and sessions, which the primary alone knows exactly. */
export abstract class AnswerReader extends RowReader {}

/** Why no rows can be had for the moment, as the log and the metrics name it. */
export type NoRowsReason =
  | 'no_connection_in_time'
  | 'no_answer_in_time'
  | 'database_trouble'
  | 'node_unfit'
  | 'too_many_long_answers'
  | 'no_room_for_answers';

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
