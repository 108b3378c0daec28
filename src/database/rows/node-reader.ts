export type Value = string | number | null;

export interface Query {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
  /** Whether it must see all that was committed before, on whichever node. */
  readonly isLatest?: boolean;
  /** Of the latest, what may have been written through another node than the address leads to. */
  readonly isFromAnywhere?: boolean;
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
