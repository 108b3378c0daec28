import { connect, type Socket } from 'node:net';
import { createPool, type Pool, type PoolConnection } from 'mysql2';
import { asUnavailable, isConnectionLost } from '../rows/driver-errors.js';
import {
  DatabaseReader,
  DatabaseUnavailable,
  ReceiverGone,
  type ConnectionUse,
  type Query,
  type ReadConnection,
  type TakeRow,
  type Pace,
  type Value,
} from '../rows/reader.js';
import { Semaphore } from '../rows/semaphore.js';
import { openReusedBufferSocket, queryRawRows } from './mysql-raw-rows.js';

/** Limits short responses. More of them would only wait for CPU time of the server (decision 0006). */
const SHORT_RESPONSES = 12;
const MAX_WAITING = 1_000;
/** Timeout for a connection and its first result. After it the database counts as unavailable. */
export const RESPOND_WITHIN_MS = 1_650;
const STALLED_AFTER_MS = 10_000;

/** Closes idle connections after 10 s, so that a recovered server gets its share of new ones. */
export const POOL_OPTIONS = {
  charset: 'utf8mb4',
  timezone: 'Z',
  supportBigNumbers: true,
  enableKeepAlive: true,
  gracefulEnd: true,
  idleTimeout: 10_000,
} as const;

const SETTINGS = [
  // Otherwise the first query would begin a transaction that nothing ends, and later ones would read its state
  'autocommit = 1',
  // Stops the wait for a metadata lock on the server too. Otherwise each waiting query keeps a server connection.
  `lock_wait_timeout = ${Math.ceil(RESPOND_WITHIN_MS / 1000)}`,
  // Lets a slow client read, for longer than the buffers between server and client take to drain.
  'net_write_timeout = 600',
  // Removes the mode in which mysql2 escapes strings wrongly. The start rejects it, but checks one server only.
  "sql_mode = TRIM(BOTH ',' FROM REPLACE(CONCAT(',', @@sql_mode, ','), ',NO_BACKSLASH_ESCAPES,', ','))",
];
/** Stops MariaDB from converting a long list of keys to a table, which reads all rows of each key (decision 0025). */
const MARIADB_SETTINGS = '/*M!100317 , in_predicate_conversion_threshold = 0 */';

export class MysqlReader extends DatabaseReader {
  private readonly pool: Pool;
  private readonly shortSlots = new Semaphore(
    SHORT_RESPONSES,
    MAX_WAITING,
    () => new DatabaseUnavailable('no_connection_in_time'),
  );

  constructor(url: string, longResponses: number) {
    super();
    const connectionLimit = SHORT_RESPONSES + longResponses;
    this.pool = createPool({
      ...POOL_OPTIONS,
      uri: url,
      connectionLimit,
      // The server has a limit for all of its clients (`max_prepared_stmt_count`, 16,382)
      maxPreparedStatements: 100,
      maxIdle: connectionLimit - 1, // mysql2 closes idle connections only if maxIdle is below connectionLimit
      connectTimeout: RESPOND_WITHIN_MS,
      stream: ({ config }: { config: SocketConfig }) => openSocket(config),
    });
    this.pool.on('connection', (connection) => {
      connection.on('error', () => undefined); // without a listener, a lost idle connection ends the process
      connection.query(`SET SESSION ${SETTINGS.join(', ')} ${MARIADB_SETTINGS}`, (error) => {
        if (error) connection.destroy();
      });
    });
  }

  close(): Promise<void> {
    return this.pool.promise().end();
  }

  /** Retries once on another connection if the first one is lost, before the same deadline. */
  async withConnection<T>(
    work: (connection: ReadConnection) => Promise<T>,
    mayRepeat: () => boolean = () => true,
  ): Promise<T> {
    const deadline = Date.now() + RESPOND_WITHIN_MS;
    const attempt = async (): Promise<T> => {
      const connection = await this.acquire(deadline);
      try {
        return await work(connection);
      } finally {
        connection.release();
      }
    };
    try {
      return await attempt();
    } catch (error) {
      if (!isConnectionLost(error) || Date.now() > deadline || !mayRepeat()) throw error;
      return attempt();
    }
  }

  private async acquire(deadline: number): Promise<MysqlConnection> {
    const { use, shortSlots } = this;
    const from = performance.now();
    use.waitedFor++;
    try {
      await shortSlots.acquire(deadline - Date.now());
      const connection = await this.getConnection(deadline);
      use.used++;
      return new MysqlConnection(connection, deadline, shortSlots, use);
    } finally {
      use.waitedFor--;
      use.onWaited?.(performance.now() - from);
    }
  }

  /** Adds an acquire timeout, which the pool of mysql2 lacks. Releases the slot of a failed attempt. */
  private getConnection(deadline: number): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const fail = (error: Error): void => {
        this.shortSlots.release();
        reject(asUnavailable(error));
      };
      const timer = setTimeout(() => {
        isLate = true;
        fail(new DatabaseUnavailable('no_connection_in_time'));
      }, deadline - Date.now());
      this.pool.getConnection((error, connection) => {
        clearTimeout(timer);
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- with an error there is no connection
        if (isLate) connection?.release();
        else if (error) fail(error);
        else resolve(connection);
      });
    });
  }
}

/** A connection in use. The caller must release it with no result left to read. A failed query discards it. */
class MysqlConnection implements ReadConnection {
  private isInUse = true;
  private pausing: Promise<void> | undefined;
  private hasProgressed = false;
  private timer: NodeJS.Timeout | undefined;
  private fail: (error: unknown) => void;
  private readonly socket: Socket;

  constructor(
    private readonly connection: PoolConnection,
    private deadline: number | undefined,
    private shortSlots: Semaphore | undefined,
    private readonly use: ConnectionUse,
  ) {
    this.socket = (connection as PoolConnection & { stream: Socket }).stream;
  }

  rows({ sql, parameters }: Query): Promise<readonly (readonly Value[])[]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(this.discard(new DatabaseUnavailable('no_answer_in_time')));
      }, this.nextDeadline() - Date.now());
      this.connection.execute<never>(
        { sql, values: [...parameters], rowsAsArray: true },
        (error, rows: unknown) => {
          clearTimeout(timer);
          if (error) reject(this.discard(asUnavailable(error)));
          else resolve(rows as Value[][]);
        },
      );
    });
  }

  async stream(query: Query, take: TakeRow, pace: Pace): Promise<void> {
    const { connection } = this;
    const onError = (error: Error): void => {
      this.fail(asUnavailable(error));
    };
    try {
      await new Promise<void>((resolve, reject) => {
        this.fail = reject;
        if (pace.isGone) throw new ReceiverGone();
        pace.onGone = () => {
          reject(new ReceiverGone());
        };
        this.hasProgressed = false;
        this.expectRow(this.nextDeadline() - Date.now());
        // mysql2 has no event for a lost connection on a query without a callback
        connection.on('error', onError);
        queryRawRows(connection, query, {
          row: (row) => {
            this.hasProgressed = true;
            if (take(row) && !this.pausing) this.pause(pace);
          },
          error: onError,
          end: resolve,
        });
      });
      await this.pausing;
    } catch (error) {
      // Discards a half-read result, because the next query would wait for the rest of it.
      throw this.discard(error as Error);
    } finally {
      clearTimeout(this.timer);
      pace.onGone = undefined;
      connection.removeListener('error', onError);
    }
  }

  release(): void {
    if (!this.isInUse) return;
    this.connection.release();
    this.leave();
  }

  /** Destroys the socket too. mysql2 only ends it, and the server then continues the query. */
  private discard(error: Error): Error {
    this.connection.destroy();
    this.socket.destroy();
    this.leave();
    return error;
  }

  private leave(): void {
    if (!this.isInUse) return;
    this.isInUse = false;
    this.use.used--;
    this.freeShortSlot();
  }

  private freeShortSlot(): void {
    this.shortSlots?.release();
    this.shortSlots = undefined;
  }

  private nextDeadline(): number {
    const { deadline = Date.now() + RESPOND_WITHIN_MS } = this;
    this.deadline = undefined;
    return deadline;
  }

  /** Pauses the socket until `pace` resolves (backpressure). First takes the other rows of the same chunk. */
  private pause(pace: Pace): void {
    this.socket.pause();
    this.pausing = Promise.resolve()
      .then(() => pace.pause())
      .then(() => {
        if (pace.isLong) this.freeShortSlot();
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

interface SocketConfig {
  readonly host: string;
  readonly port: number;
  readonly socketPath?: string;
  readonly compress?: boolean;
}

function openSocket({ host, port, socketPath, compress }: SocketConfig): Socket {
  const options = socketPath ? { path: socketPath } : { host, port, noDelay: true, keepAlive: true };
  // zlib reads compressed chunks in other threads, when the next read may have reused the buffer.
  return compress ? connect(options) : openReusedBufferSocket(options);
}
