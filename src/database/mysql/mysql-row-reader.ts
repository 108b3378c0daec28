import type { PoolConnection } from 'mysql2';
import { ClusterNodes } from './cluster-nodes.js';
import { ANSWER_WITHIN_MS, MysqlConnections, type Lease } from './mysql-connections.js';
import { asUnavailable, MYSQL_ERRORS } from './mysql-errors.js';
import {
  DatabaseUnavailable,
  ReceiverGone,
  RowReader,
  type NodeReader,
  type Query,
  type RowSink,
  type Value,
} from '../rows/row-reader.js';
import { queryTextRows } from './mysql-text-protocol.js';

/** Timeout between two rows of a result. */
const STALLED_AFTER_MS = 10_000;

/** The second may be led to the node that was just lost: until its proxy has put it out. */
const ATTEMPTS = 3;
/** A node that was lost after this long is no longer made up for by another: what waits for it is about to be answered. */
const REPEAT_WITHIN_MS = 1_500;
/** Where another node may answer, one that says nothing for this long is taken for frozen. */
const SILENT_AFTER_MS = 900;

/** Where answers have an address of their own: whether it is that one, or the other, which leads to one node of a cluster at a time. */
export type LeadsTo = 'one node' | 'readers';

/** A replica to which a migration has not come yet. */
const SCHEMA_BEHIND = new Set(['ER_BAD_FIELD_ERROR', 'ER_NO_SUCH_TABLE']);

/** Reads from MySQL or MariaDB. */
export class MysqlRowReader extends RowReader {
  private readonly connections: MysqlConnections;
  private readonly cluster: ClusterNodes;

  constructor(
    url: string,
    longAnswers: number,
    private readonly leadsTo?: LeadsTo,
  ) {
    super();
    this.connections = new MysqlConnections(url, longAnswers, this.use);
    this.cluster = new ClusterNodes(leadsTo === 'one node');
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  /** All attempts have one deadline. */
  async fromOneNode<T>(
    work: (node: NodeReader) => Promise<T>,
    mayRepeat: () => boolean = () => true,
  ): Promise<T> {
    const start = Date.now();
    const deadline = start + ANSWER_WITHIN_MS;
    const repeatUntil = start + REPEAT_WITHIN_MS;
    for (let left = ATTEMPTS - 1; ; left--) {
      try {
        return await this.attempt(work, deadline, this.leadsTo === 'readers' && left > 0 ? repeatUntil : 0);
      } catch (error) {
        const mayAnotherAnswer = isNodeLost(error) || (this.leadsTo === 'readers' && isSilent(error));
        if (!mayAnotherAnswer || left === 0 || Date.now() > repeatUntil || !mayRepeat()) throw error;
      }
    }
  }

  /** With `repeatUntil`, a silent node is left while there is time for another one. */
  private async attempt<T>(
    work: (node: NodeReader) => Promise<T>,
    deadline: number,
    repeatUntil: number,
  ): Promise<T> {
    const lease = await this.connections.lend(deadline);
    try {
      const silentAt = Date.now() + SILENT_AFTER_MS;
      const until = silentAt < repeatUntil ? silentAt : deadline;
      return await work(new MysqlNode(lease, this.cluster, this.leadsTo === 'readers', until));
    } catch (error) {
      const isSchemaBehind =
        this.leadsTo === 'readers' && SCHEMA_BEHIND.has((error as NodeJS.ErrnoException).code ?? '');
      throw isSchemaBehind ? new DatabaseUnavailable('node_unfit', { cause: error }) : error;
    } finally {
      lease.release();
    }
  }
}

/** One connection. After an error nothing is read over it any more. */
class MysqlNode implements NodeReader {
  constructor(
    private readonly lease: Lease,
    private readonly cluster: ClusterNodes,
    private readonly isOneOfSeveral: boolean,
    /** Of the first query. */
    private deadline: number | undefined,
  ) {}

  rows(query: Query): Promise<readonly (readonly Value[])[]> {
    const deadline = this.nextDeadline();
    const ask = (asked: Query) => this.ask(asked, deadline);
    return query.isLatest ? this.cluster.latest(this.lease.connection, query, ask) : ask(query);
  }

  private ask({ sql, parameters }: Query, deadline: number): Promise<readonly Value[][]> {
    const { lease } = this;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(this.leave(new DatabaseUnavailable('no_answer_in_time')));
      }, deadline - Date.now());
      lease.connection.execute<never>(
        { sql, values: [...parameters], rowsAsArray: true },
        (error, rows: unknown) => {
          clearTimeout(timer);
          if (error) reject(this.leave(asUnavailable(error)));
          else resolve(rows as Value[][]);
        },
      );
    });
  }

  async stream(query: Query, sink: RowSink): Promise<void> {
    try {
      await new Result(this.lease, sink).read(query, this.nextDeadline());
    } catch (error) {
      // a half-read result must not go back to the pool: the next query on the connection would wait for the rest of it
      throw this.leave(error as Error);
    }
  }

  /** After an error. Where it is the node's, all connections to it go; one of several that is silent may be busy, and the others are not. */
  private leave(error: Error): Error {
    if (isNodeLost(error) || (isSilent(error) && !this.isOneOfSeveral)) this.lease.giveUp();
    else this.lease.discard();
    return error;
  }

  private nextDeadline(): number {
    const { deadline = Date.now() + ANSWER_WITHIN_MS } = this;
    this.deadline = undefined;
    return deadline;
  }
}

function isNodeLost(error: unknown): boolean {
  const { cause } = error instanceof DatabaseUnavailable ? error : {};
  return cause !== undefined && MYSQL_ERRORS.isNodeLost(cause as Error);
}

function isSilent(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === 'no_answer_in_time';
}

/** One result that is streamed to its sink. While the sink pauses, so does the socket: backpressure. */
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

  /** In a microtask: the other rows of the same packet are taken before the sink hands them on. */
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
