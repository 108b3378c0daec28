export type Value = string | number | null;

export interface Query {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

/** Takes the values of columns as the engine has them. The format of the response decides how a text is quoted. */
export interface ByteTarget {
  /** Appends the text as it is. */
  text(value: string): void;
  /** Appends the text, quoted. */
  quoted(text: string): void;
  /** Appends UTF-8 as it is: the bytes from `start` up to `end`. */
  bytes(source: Uint8Array, start: number, end: number): void;
  /** Appends the text in these bytes of UTF-8, quoted. */
  quotedBytes(source: Uint8Array, start: number, end: number): void;
  /** Appends a null. */
  none(): void;
}

/**
 * The row that is being read. Its columns are taken in the order of the select list, each once, by the method that fits its type. The
 * object is reused for the next row.
 */
export interface Row {
  /** Writes the next column, a text, quoted; a null as an empty text. */
  writeText(to: ByteTarget): void;
  /** Writes the next column, a number or JSON, as it is; or a null. */
  writeJson(to: ByteTarget): void;
  /** Writes the next column, a text, quoted; or a null. */
  writeTextOrNone(to: ByteTarget): void;
  /** Returns the next column, an integer. */
  readInteger(): number | null;
  /** Returns the next column, a text; a null as an empty text. */
  readText(): string;
  /** Returns the next column, a text. */
  readTextOrNull(): string | null;
}

/** Takes the rows of a result of any length. */
export interface RowSink {
  /** Takes a row. Returns true when the reader should wait for `pause` before the next rows, apart from those it holds already. */
  take(row: Row): boolean;
  /** Yields to the event loop, and writes what was taken as fast as the client reads it. */
  pause(): Promise<void>;
  /** Whether the result has outgrown memory, so that it takes as long as its client does. */
  readonly isLong: boolean;
  /** Whether the client has disconnected. */
  readonly isGone: boolean;
  /** Called when the client disconnects. */
  onGone: (() => void) | undefined;
}

/** Runs queries over one connection, one after the other: no entities, only the columns of the select list. */
export interface ReadConnection {
  /** Returns the values of all rows of a result known to be short. */
  rows(query: Query): Promise<readonly (readonly Value[])[]>;
  /** Hands the rows to the sink one by one. Resolves when all were taken, rejects when any could not be. */
  stream(query: Query, sink: RowSink): Promise<void>;
}

/** Counts connections in use and requests that wait for one, for the metrics. */
export class ConnectionUse {
  used = 0;
  waitedFor = 0;
  /** Called with the duration of each wait for a connection, also of a failed one. */
  onWaited: ((milliseconds: number) => void) | undefined;

  async lend<Connection>(acquire: () => Promise<Connection>): Promise<Connection> {
    const from = performance.now();
    this.waitedFor++;
    try {
      const connection = await acquire();
      this.used++;
      return connection;
    } finally {
      this.waitedFor--;
      this.onWaited?.(performance.now() - from);
    }
  }

  returned(): void {
    this.used--;
  }
}

/** Reads rows from the primary. Everything has a timeout, after which it throws `DatabaseUnavailable`. */
export abstract class DatabaseReader {
  /** An embedded database has no connections to wait for. */
  readonly use = new ConnectionUse();

  /**
   * Runs some work on one connection, so that all of its queries read one server: a replica may lag behind another one. If the
   * connection is lost, the work runs once more on another connection, as long as `mayRepeat` allows it.
   */
  abstract withConnection<T>(
    work: (connection: ReadConnection) => Promise<T>,
    mayRepeat?: () => boolean,
  ): Promise<T>;

  abstract close(): Promise<void>;

  /** Returns the values of all rows of a result known to be short. */
  rows(query: Query): Promise<readonly (readonly Value[])[]> {
    return this.withConnection((connection) => connection.rows(query));
  }
}

/** Reads responses. It may read a replica, while keys and sessions are read from the primary. */
export abstract class ReplicaReader extends DatabaseReader {}

/** Why the database is unavailable, as the log and the metrics name it. */
export type NoRowsReason =
  | 'no_connection_in_time'
  | 'no_answer_in_time'
  | 'database_trouble'
  | 'node_unfit'
  | 'log_held_back'
  | 'too_many_long_answers';

/** The database is unreachable, timed out or has no free connection. */
export class DatabaseUnavailable extends Error {
  constructor(
    readonly reason: NoRowsReason,
    options?: ErrorOptions,
  ) {
    super(`The database is unavailable: ${reason.replaceAll('_', ' ')}`, options);
  }
}

/** The client disconnected before the end of its response. */
export class ReceiverGone extends Error {
  constructor() {
    super('The client has disconnected');
  }
}
