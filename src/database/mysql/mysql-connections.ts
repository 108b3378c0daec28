import { connect, type Socket } from 'node:net';
import type { PoolConnection } from 'mysql2';
import { asUnavailable } from './mysql-errors.js';
import { openPool, type NodePool } from './open-pool.js';
import { connectionBy } from './pool-with-deadline.js';
import { DatabaseUnavailable } from '../rows/row-reader.js';
import { Semaphore } from '../rows/semaphore.js';
import type { ConnectionUse } from '../rows/connection-use.js';
import { openReusedBufferSocket } from './reused-buffer-socket.js';

/** Short answers at the same time. More of them only wait for the processors of a small database server (docs/decisions/0006). */
const SHORT_ANSWERS = 12;
/** Requests that may wait for a connection. */
const MOST_QUEUED = 1_000;
/** After this timeout the database counts as unavailable. */
export const ANSWER_WITHIN_MS = 1_650;
/** How long the server waits for a client of ours that reads slowly: longer than the buffers between them take to drain. */
const SERVER_WAITS_SECONDS = 600;

const SETTINGS = [
  // a timeout of the server as well: else each query that waits for a lock would keep one of its connections
  `lock_wait_timeout = ${Math.ceil(ANSWER_WITHIN_MS / 1000)}`,
  `net_write_timeout = ${SERVER_WAITS_SECONDS}`,
  // in which the driver would escape texts wrongly: a start refuses it, but not every node is asked then
  "sql_mode = TRIM(BOTH ',' FROM REPLACE(CONCAT(',', @@sql_mode, ','), ',NO_BACKSLASH_ESCAPES,', ','))",
];
/** Else MariaDB makes a table of a list of 1,000 keys, and reads all that each of them has: decision 0025. */
const MARIADB_SETTINGS = '/*M!100317 , in_predicate_conversion_threshold = 0 */';

/** The pool over which answers are read: a bounded number of connections for short ones, and one for each long one. */
export class MysqlConnections {
  private readonly pool: NodePool;
  private readonly shortAnswerSlots = new Semaphore(SHORT_ANSWERS, {
    most: MOST_QUEUED,
    waitMs: ANSWER_WITHIN_MS,
    error: () => new DatabaseUnavailable('no_connection_in_time'),
  });

  constructor(
    url: string,
    longAnswers: number,
    private readonly use: ConnectionUse,
  ) {
    this.pool = openPool({
      uri: url,
      charset: 'utf8mb4',
      timezone: 'Z',
      supportBigNumbers: true,
      connectionLimit: SHORT_ANSWERS + longAnswers,
      connectTimeout: ANSWER_WITHIN_MS,
      stream: ({ config }: { config: SocketConfig }) => openSocket(config),
    });
    this.pool.on('connection', (connection) => {
      connection.query(`SET SESSION ${SETTINGS.join(', ')} ${MARIADB_SETTINGS}`, (error) => {
        if (error) connection.destroy();
      });
    });
  }

  async lend(deadline: number): Promise<Lease> {
    const connection = await this.use.lend(() => this.acquire(deadline));
    return new Lease(connection, this.pool, this.shortAnswerSlots, this.use);
  }

  close(): Promise<void> {
    return this.pool.promise().end();
  }

  private async acquire(deadline: number): Promise<PoolConnection> {
    await this.shortAnswerSlots.acquire(deadline - Date.now());
    try {
      return await connectionBy(deadline, (take) => this.pool.getConnection(take));
    } catch (error) {
      this.shortAnswerSlots.release();
      throw asUnavailable(error as Error);
    }
  }
}

interface SocketConfig {
  readonly host: string;
  readonly port: number;
  readonly socketPath?: string;
  /** Asked for in the address. */
  readonly compress?: boolean;
}

function openSocket({ host, port, socketPath, compress }: SocketConfig): Socket {
  const options = socketPath ? { path: socketPath } : { host, port, noDelay: true, keepAlive: true };
  // zlib reads compressed chunks in other threads, after the buffer has been overwritten
  return compress ? connect(options) : openReusedBufferSocket(options);
}

/** A connection from the pool. It is either released, with nothing left to read on it, or discarded. */
export class Lease {
  private isLent = true;

  constructor(
    readonly connection: PoolConnection,
    private readonly pool: NodePool,
    /** Where it has a place as a short one. */
    private slots: Semaphore | undefined,
    private readonly use: ConnectionUse,
  ) {}

  /** Nothing, where it was given up. */
  release(): void {
    if (!this.isLent) return;
    this.connection.release();
    this.giveBack();
  }

  /** Closes the connection and, by closing its socket, the query that the server still runs for it. */
  discard(): void {
    this.connection.destroy();
    (this.connection as unknown as { stream?: { destroy(): void } }).stream?.destroy();
    this.giveBack();
  }

  /** Closes it, and every idle one with it: the node that they lead to may be lost. */
  giveUp(): void {
    this.pool.giveUp(this.connection);
    this.discard();
  }

  /** The answer has a long-answer slot from now on: another short one may begin. */
  becomeLong(): void {
    this.slots?.release();
    this.slots = undefined;
  }

  private giveBack(): void {
    if (this.isLent) this.use.returned();
    this.isLent = false;
    this.becomeLong();
  }
}
