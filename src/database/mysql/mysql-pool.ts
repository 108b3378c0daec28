import { connect, type Socket } from 'node:net';
import { createPool, type Pool, type PoolConnection } from 'mysql2';
import { DatabaseUnavailable, type ConnectionUse } from '../rows/reader.js';
import { Semaphore } from '../rows/semaphore.js';
import { asUnavailable } from './mysql-errors.js';
import { openReusedBufferSocket } from './mysql-raw-rows.js';

/** Short responses at the same time. More of them only wait for the CPU of a small database server (decision 0006). */
const SHORT_RESPONSES = 12;
const MAX_QUEUED = 1_000;
/** After this timeout the database counts as unavailable. */
export const RESPOND_WITHIN_MS = 1_650;
/** How long the server waits for a client of ours that reads slowly: longer than the buffers between them take to drain. */
const SERVER_WAITS_SECONDS = 600;

/** The options that all pools share. Idle connections are closed, so that a server that returns gets its share of the new ones. */
export const POOL_OPTIONS = {
  charset: 'utf8mb4',
  timezone: 'Z',
  supportBigNumbers: true,
  enableKeepAlive: true,
  gracefulEnd: true,
  idleTimeout: 10_000,
} as const;

const SETTINGS = [
  // A timeout of the server too: otherwise each query that waits for a lock would keep one of its connections.
  `lock_wait_timeout = ${Math.ceil(RESPOND_WITHIN_MS / 1000)}`,
  `net_write_timeout = ${SERVER_WAITS_SECONDS}`,
  // In this mode the driver would escape texts wrongly. The start refuses it, but it does not query every server.
  "sql_mode = TRIM(BOTH ',' FROM REPLACE(CONCAT(',', @@sql_mode, ','), ',NO_BACKSLASH_ESCAPES,', ','))",
];
/** Without it MariaDB makes a table of a list of 1,000 keys, and reads all that each of them has (decision 0025). */
const MARIADB_SETTINGS = '/*M!100317 , in_predicate_conversion_threshold = 0 */';

/** The connections that responses are read over: a bounded number for short ones, and one for each long one. */
export class MysqlPool {
  private readonly pool: Pool;
  private readonly shortSlots = new Semaphore(SHORT_RESPONSES, {
    most: MAX_QUEUED,
    waitMs: RESPOND_WITHIN_MS,
    error: () => new DatabaseUnavailable('no_connection_in_time'),
  });

  constructor(
    url: string,
    longResponses: number,
    private readonly use: ConnectionUse,
  ) {
    const connectionLimit = SHORT_RESPONSES + longResponses;
    this.pool = createPool({
      ...POOL_OPTIONS,
      uri: url,
      connectionLimit,
      maxIdle: connectionLimit - 1, // with as many idle ones as connections, the driver never closes an idle one
      connectTimeout: RESPOND_WITHIN_MS,
      stream: ({ config }: { config: SocketConfig }) => openSocket(config),
    });
    this.pool.on('connection', (connection) => {
      connection.on('error', () => undefined); // without a listener, a lost idle connection would end the process
      connection.query(`SET SESSION ${SETTINGS.join(', ')} ${MARIADB_SETTINGS}`, (error) => {
        if (error) connection.destroy();
      });
    });
  }

  async acquire(deadline: number): Promise<PooledConnection> {
    const connection = await this.use.lend(async () => {
      await this.shortSlots.acquire(deadline - Date.now());
      try {
        return await this.getConnection(deadline);
      } catch (error) {
        this.shortSlots.release();
        throw asUnavailable(error as Error);
      }
    });
    return new PooledConnection(connection, this.shortSlots, this.use);
  }

  close(): Promise<void> {
    return this.pool.promise().end();
  }

  /** The driver's pool has no acquire timeout. */
  private getConnection(deadline: number): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new DatabaseUnavailable('no_connection_in_time'));
      }, deadline - Date.now());
      this.pool.getConnection((error, connection) => {
        clearTimeout(timer);
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- with an error there is no connection
        if (isLate) connection?.release();
        else if (error) reject(error);
        else resolve(connection);
      });
    });
  }
}

/** The options of a connection that concern its socket. */
interface SocketConfig {
  readonly host: string;
  readonly port: number;
  readonly socketPath?: string;
  /** Set in the URL of the database. */
  readonly compress?: boolean;
}

function openSocket({ host, port, socketPath, compress }: SocketConfig): Socket {
  const options = socketPath ? { path: socketPath } : { host, port, noDelay: true, keepAlive: true };
  // zlib reads compressed chunks in other threads, after the buffer has been overwritten
  return compress ? connect(options) : openReusedBufferSocket(options);
}

/** A connection in use. It is either released, with nothing left to read on it, or discarded. */
export class PooledConnection {
  private isInUse = true;

  constructor(
    readonly connection: PoolConnection,
    /** The slots of short responses, while the connection has one of them. */
    private slots: Semaphore | undefined,
    private readonly use: ConnectionUse,
  ) {}

  /** Returns the connection to the pool, unless it was discarded. */
  release(): void {
    if (!this.isInUse) return;
    this.connection.release();
    this.giveBack();
  }

  /** Closes the connection and its socket. The driver would only end the socket, and the server would go on with the query. */
  discard(): void {
    this.connection.destroy();
    (this.connection as unknown as { stream?: { destroy(): void } }).stream?.destroy();
    this.giveBack();
  }

  /** Gives back the slot of a short response: the response has a slot of the long ones from now on. */
  becomeLong(): void {
    this.slots?.release();
    this.slots = undefined;
  }

  private giveBack(): void {
    if (this.isInUse) this.use.returned();
    this.isInUse = false;
    this.becomeLong();
  }
}
