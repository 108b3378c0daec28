export type Value = string | number | null;

export interface Query {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

export type Condition = readonly [sql: string, ...parameters: (string | number)[]];

export function selectWhere(select: string, conditions: readonly Condition[], order: string): Query {
  return {
    sql: `${select} WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ${order}`,
    parameters: conditions.flatMap(([, ...parameters]) => parameters),
  };
}

/** The first column has its own condition, because not every engine derives an index bound from the rest. */
export function compareKey(
  columns: readonly string[],
  key: readonly (string | number)[],
  operator: '>' | '<=',
): Condition {
  const [first = '', ...rest] = columns;
  const [value = 0, ...values] = key;
  if (rest.length === 0) return [`${first} ${operator} ?`, value];
  const strict = operator === '>' ? '>' : '<';
  const [sql, ...parameters] = compareKey(rest, values, operator);
  return [`${first} ${strict}= ? AND (${first} ${strict} ? OR ${sql})`, value, value, ...parameters];
}

export interface ByteTarget {
  text(value: string): void;
  quoted(text: string): void;
  bytes(source: Uint8Array, start: number, end: number): void;
  quotedBytes(source: Uint8Array, start: number, end: number): void;
  none(): void;
}

/** The current row, reused for the next one. Callers read each column once, in select order. */
export interface Row {
  /** Writes a null as an empty text. */
  writeText(to: ByteTarget): void;
  writeJson(to: ByteTarget): void;
  writeTextOrNone(to: ByteTarget): void;
  readInteger(): number | null;
  /** Returns a null as an empty text. */
  readText(): string;
  readTextOrNull(): string | null;
}

/** Returns true if the reader should wait for `pause`. Rows that it has already read may follow. */
export type TakeRow = (row: Row) => boolean;

export interface Pace {
  /** Yields to the event loop, and writes the rows taken so far as fast as the client reads. */
  pause(): Promise<void>;
  /** True if the result has outgrown memory, so that it takes as long as its client. */
  readonly isLong: boolean;
  readonly isGone: boolean;
  onGone: (() => void) | undefined;
}

/** Runs queries over one connection, one after the other. */
export interface ReadConnection {
  /** Returns the whole result, which must be short. */
  rows(query: Query): Promise<readonly (readonly Value[])[]>;
  stream(query: Query, take: TakeRow, pace: Pace): Promise<void>;
}

export interface ConnectionUse {
  used: number;
  waitedFor: number;
  /** Called after each wait for a connection, including a failed one. */
  onWaited?: (milliseconds: number) => void;
}

/** Reads rows from the primary. Throws `DatabaseUnavailable` after a timeout. */
export abstract class DatabaseReader {
  /** Stays at 0 for an embedded database. */
  readonly use: ConnectionUse = { used: 0, waitedFor: 0 };

  /**
   * Runs all queries of `work` on one server, because a replica may lag. If the connection is lost, `work` runs once
   * more on another one, if `mayRepeat` allows it.
   */
  abstract withConnection<T>(
    work: (connection: ReadConnection) => Promise<T>,
    mayRepeat?: () => boolean,
  ): Promise<T>;

  abstract close(): Promise<void>;

  rows(query: Query): Promise<readonly (readonly Value[])[]> {
    return this.withConnection((connection) => connection.rows(query));
  }
}

/** Reads responses, from a replica if there is one. Keys and sessions are read from the primary. */
export abstract class ReplicaReader extends DatabaseReader {}

export type DatabaseUnavailableReason =
  | 'no_connection_in_time'
  | 'no_answer_in_time'
  | 'database_trouble'
  | 'node_unfit'
  | 'log_held_back'
  | 'too_many_long_answers';

export class DatabaseUnavailable extends Error {
  constructor(
    readonly reason: DatabaseUnavailableReason,
    options?: ErrorOptions,
  ) {
    super(`The database is unavailable: ${reason.replaceAll('_', ' ')}`, options);
  }
}

export class ReceiverGone extends Error {
  constructor() {
    super('The client has disconnected');
  }
}
