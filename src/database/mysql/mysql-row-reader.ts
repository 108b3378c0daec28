import type { PoolConnection } from 'mysql2';
import { ANSWER_WITHIN_MS, MysqlConnections, type Lease } from './mysql-connections.js';
import { asUnavailable } from './mysql-errors.js';
import {
  DatabaseUnavailable,
  ReceiverGone,
  RowReader,
  type Query,
  type RowSink,
  type Value,
} from '../rows/row-reader.js';
import { queryTextRows } from './text-rows.js';

/** A result whose next row has not come by then is given up. */
const STALLED_AFTER_MS = 10_000;

/** Reads from MySQL or MariaDB. Rows of answers are taken from the socket one by one, as the server sent them. */
export class MysqlRowReader extends RowReader {
  private readonly connections: MysqlConnections;

  constructor(url: string, longReads: number) {
    super();
    this.connections = new MysqlConnections(url, longReads, this.use);
  }

  async rows({ sql, parameters }: Query): Promise<readonly Value[][]> {
    const deadline = Date.now() + ANSWER_WITHIN_MS;
    const lease = await this.connections.lend(deadline);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        lease.discard();
        reject(new DatabaseUnavailable('no_answer_in_time'));
      }, deadline - Date.now());
      lease.connection.execute<never>(
        { sql, values: [...parameters], rowsAsArray: true },
        (error, rows: unknown) => {
          clearTimeout(timer);
          if (error) {
            lease.discard();
            reject(asUnavailable(error));
          } else {
            lease.release();
            resolve(rows as Value[][]);
          }
        },
      );
    });
  }

  async stream(query: Query, sink: RowSink): Promise<void> {
    const deadline = Date.now() + ANSWER_WITHIN_MS;
    const lease = await this.connections.lend(deadline);
    try {
      await new Result(lease, sink).read(query, deadline);
      lease.release();
    } catch (error) {
      // a half-read result cannot be given back: the next user of the connection would wait for the rest of it
      lease.discard();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.connections.close();
  }
}

/** One result on its way to its sink. While the sink pauses, nothing more is read from the socket. */
class Result {
  private readonly socket: { pause(): void; resume(): void };
  private pausing: Promise<void> | undefined;
  private hasProgressed = false;
  private timer: NodeJS.Timeout | undefined;
  private fail: (error: unknown) => void;
  private readonly lost = (error: Error): void => {
    this.fail(asUnavailable(error));
  };

  constructor(
    private readonly lease: Lease,
    private readonly sink: RowSink,
  ) {
    this.socket = (lease.connection as PoolConnection & { stream: { pause(): void; resume(): void } }).stream;
  }

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
      this.lease.connection.removeListener('error', this.lost);
    }
  }

  private start(query: Query, deadline: number, done: () => void): void {
    const { sink, fail } = this;
    if (sink.isGone) throw new ReceiverGone();
    sink.onGone = () => {
      fail(new ReceiverGone());
    };
    this.expectRow(deadline - Date.now());
    this.lease.connection.on('error', this.lost); // a query without a callback does not hear of a lost connection
    queryTextRows(this.lease.connection, query, {
      row: (row) => {
        this.hasProgressed = true;
        if (sink.take(row) && !this.pausing) this.pause();
      },
      error: this.lost,
      end: done,
    });
  }

  /** What came together with the last row is taken before the sink hands everything on. */
  private pause(): void {
    this.socket.pause();
    this.pausing = Promise.resolve()
      .then(() => this.sink.pause())
      .then(() => {
        if (this.sink.isLong) this.lease.becomeLong();
        this.pausing = undefined;
        this.hasProgressed = true;
        this.socket.resume();
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
