import type { Socket } from 'node:net';
import type { PoolConnection } from 'mysql2';
import {
  DatabaseUnavailable,
  ReceiverGone,
  DatabaseReader,
  type Query,
  type ReadConnection,
  type RowSink,
  type Value,
} from '../rows/reader.js';
import { asUnavailable, isConnectionLost } from './mysql-errors.js';
import { MysqlPool, RESPOND_WITHIN_MS, type PooledConnection } from './mysql-pool.js';
import { queryRawRows } from './mysql-raw-rows.js';

const STALLED_AFTER_MS = 10_000;

export class MysqlReader extends DatabaseReader {
  private readonly pool: MysqlPool;

  constructor(url: string, longResponses: number) {
    super();
    this.pool = new MysqlPool(url, longResponses, this.use);
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** Retries once on another connection if the first one is lost, before the same deadline. */
  async withConnection<T>(
    work: (connection: ReadConnection) => Promise<T>,
    mayRepeat: () => boolean = () => true,
  ): Promise<T> {
    const deadline = Date.now() + RESPOND_WITHIN_MS;
    try {
      return await this.attempt(work, deadline);
    } catch (error) {
      if (!mayPassElsewhere(error) || Date.now() > deadline || !mayRepeat()) throw error;
      return this.attempt(work, deadline);
    }
  }

  private async attempt<T>(work: (connection: ReadConnection) => Promise<T>, deadline: number): Promise<T> {
    const pooled = await this.pool.acquire(deadline);
    try {
      return await work(new MysqlReadConnection(pooled, deadline));
    } finally {
      pooled.release();
    }
  }
}

function mayPassElsewhere(error: unknown): boolean {
  const { cause } = error instanceof DatabaseUnavailable ? error : {};
  return cause !== undefined && isConnectionLost(cause as Error);
}

class MysqlReadConnection implements ReadConnection {
  constructor(
    private readonly pooled: PooledConnection,
    private deadline: number | undefined,
  ) {}

  rows({ sql, parameters }: Query): Promise<readonly (readonly Value[])[]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(this.discard(new DatabaseUnavailable('no_answer_in_time')));
      }, this.nextDeadline() - Date.now());
      this.pooled.connection.execute<never>(
        { sql, values: [...parameters], rowsAsArray: true },
        (error, rows: unknown) => {
          clearTimeout(timer);
          if (error) reject(this.discard(asUnavailable(error)));
          else resolve(rows as Value[][]);
        },
      );
    });
  }

  async stream(query: Query, sink: RowSink): Promise<void> {
    try {
      await new ResultStream(this.pooled, sink).read(query, this.nextDeadline());
    } catch (error) {
      // Discards a half-read result, because the next query would wait for the rest of it.
      throw this.discard(error as Error);
    }
  }

  private discard(error: Error): Error {
    this.pooled.discard();
    return error;
  }

  private nextDeadline(): number {
    const { deadline = Date.now() + RESPOND_WITHIN_MS } = this;
    this.deadline = undefined;
    return deadline;
  }
}

/** Pauses the connection while the sink pauses (backpressure). */
class ResultStream {
  private pausing: Promise<void> | undefined;
  private hasProgressed = false;
  private timer: NodeJS.Timeout | undefined;
  private fail: (error: unknown) => void;
  private readonly onError = (error: Error): void => {
    this.fail(asUnavailable(error));
  };

  constructor(
    private readonly pooled: PooledConnection,
    private readonly sink: RowSink,
  ) {}

  async read(query: Query, deadline: number): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.fail = reject;
        this.start(query, deadline, resolve);
      });
      await this.pausing;
    } finally {
      clearTimeout(this.timer);
      this.sink.onGone = undefined;
      this.pooled.connection.removeListener('error', this.onError);
    }
  }

  private start(query: Query, deadline: number, done: () => void): void {
    const { sink, fail } = this;
    const { connection } = this.pooled;
    if (sink.isGone) throw new ReceiverGone();
    sink.onGone = () => {
      fail(new ReceiverGone());
    };
    this.expectRow(deadline - Date.now());
    // mysql2 has no event for a lost connection on a query without a callback
    connection.on('error', this.onError);
    queryRawRows(connection, query, {
      row: (row) => {
        this.hasProgressed = true;
        if (sink.take(row) && !this.pausing) this.pause();
      },
      error: this.onError,
      end: done,
    });
  }

  /** Calls the sink in a microtask, after the other rows of the same chunk are taken. */
  private pause(): void {
    const { stream } = this.pooled.connection as PoolConnection & { stream: Socket };
    stream.pause();
    this.pausing = Promise.resolve()
      .then(() => this.sink.pause())
      .then(() => {
        if (this.sink.isLong) this.pooled.becomeLong();
        this.pausing = undefined;
        this.hasProgressed = true;
        stream.resume();
      });
    this.pausing.catch(this.fail);
  }

  private expectRow(withinMs: number): void {
    this.timer = setTimeout(() => {
      if (!this.pausing && !this.hasProgressed) this.fail(new DatabaseUnavailable('no_answer_in_time'));
      this.hasProgressed = false;
      this.expectRow(STALLED_AFTER_MS);
    }, withinMs);
  }
}
