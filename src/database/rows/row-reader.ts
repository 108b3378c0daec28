import { ConnectionUse } from './connection-use.js';

export type Value = string | number | null;

export interface Query {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

/** Takes JSON, in the form in which an engine has it. */
export interface JsonTarget {
  /** JSON, or a part of it. */
  text(json: string): void;
  /** Makes a JSON string of the text. */
  quoted(text: string): void;
  /** JSON in UTF-8: the bytes from `start` up to `end`. */
  bytes(source: Uint8Array, start: number, end: number): void;
  /** Makes a JSON string of the text that these bytes are in UTF-8. */
  quotedBytes(source: Uint8Array, start: number, end: number): void;
}

/**
 * The row that is being read. Its columns are taken in the order of the select list, each once, by the method that fits
 * its kind. One object stands for all rows of a result: nobody keeps it.
 */
export interface Row {
  /** The next column, a text, as a JSON string; an empty one where there is no value. */
  writeText(to: JsonTarget): void;
  /** The next column, a number or JSON already, as it is; `null` where there is no value. */
  writeJson(to: JsonTarget): void;
  /** The next column, an integer. */
  readInteger(): number | null;
  /** The next column, a text; empty where there is no value. */
  readText(): string;
}

/** Takes the rows of a result of any length. */
export interface RowSink {
  /** Takes a row; true when the reader should wait for `pause` before it brings the next, apart from those it holds already. */
  take(row: Row): boolean;
  /** Lets others have a turn, and hands on what was taken as fast as the receiver accepts it. */
  pause(): Promise<void>;
  /** Whether the result has outgrown memory, so that it takes as long as its receiver does. */
  readonly isLong: boolean;
  /** Whether nobody wants the rest. */
  readonly isGone: boolean;
  /** Called when nobody wants the rest any more. */
  onGone: (() => void) | undefined;
}

/**
 * Reads rows for answers: no entities, only the columns asked for. One class per engine. Every method ends in time with rows or
 * with `DatabaseUnavailable`; none waits for a database that does not answer.
 */
export abstract class RowReader {
  /** An embedded database has no connections to wait for. */
  readonly use = new ConnectionUse();
  /** The values of all rows of a result known to be short. */
  abstract rows(query: Query): Promise<readonly (readonly Value[])[]>;
  /** Hands the rows to the sink one by one; resolves when all were taken, rejects when any could not be. */
  abstract stream(query: Query, sink: RowSink): Promise<void>;
  abstract close(): Promise<void>;
}

/** Why no rows can be had for the moment, as the log and the metrics name it. */
export type NoRowsReason =
  'no_connection_in_time' | 'no_answer_in_time' | 'database_trouble' | 'too_many_long_answers';

/** The database cannot be reached, does not answer in time or has no connection free. */
export class DatabaseUnavailable extends Error {
  constructor(
    readonly reason: NoRowsReason,
    options?: ErrorOptions,
  ) {
    super(`No rows can be had for the moment: ${reason.replaceAll('_', ' ')}`, options);
  }
}

/** The receiver of a result went away before its end. */
export class ReceiverGone extends Error {
  constructor() {
    super('Nobody wants the rest of the result');
  }
}
