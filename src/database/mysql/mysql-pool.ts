import { connect, type Socket } from 'node:net';
import { createPool, type Pool, type PoolConnection } from 'mysql2';
import { DatabaseUnavailable, type ConnectionUse } from '../rows/reader.js';
import { Semaphore } from '../rows/semaphore.js';
import { asUnavailable } from './mysql-errors.js';
import { openReusedBufferSocket } from './mysql-raw-rows.js';

/** Limits short responses. More of them would only wait for CPU time of the server (decision 0006). */
const SHORT_RESPONSES = 12;
const MAX_QUEUED = 1_000;
/** Timeout for a connection and its first result. After it the database counts as unavailable. */
export const RESPOND_WITHIN_MS = 1_650;
/** Timeout for a slow reader, longer than the buffers between server and client take to drain. */
const SERVER_WAITS_SECONDS = 600;

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
  // Stops the wait for a metadata lock on the server too. Otherwise each waiting query keeps a server connection.
  `lock_wait_timeout = ${Math.ceil(RESPOND_WITHIN_MS / 1000)}`,
  `net_write_timeout = ${SERVER_WAITS_SECONDS}`,
  // Removes the mode in which mysql2 escapes strings wrongly. The start rejects this mode, but does
  // not check every server.
  "sql_mode = TRIM(BOTH ',' FROM REPLACE(CONCAT(',', @@sql_mode, ','), ',NO_BACKSLASH_ESCAPES,', ','))",
];
/**
 * Stops MariaDB from converting a list of 1,000 keys to a table, which would read all rows of each
 * key (decision 0025).
 */
const MARIADB_SETTINGS = '/*M!100317 , in_predicate_conversion_threshold = 0 */';

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

  /** Adds an acquire timeout, which the pool of mysql2 lacks. */
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

/** A connection in use. The caller must release it with no result left to read, or discard it. */
export class PooledConnection {
  private isInUse = true;

  constructor(
    readonly connection: PoolConnection,
    private slots: Semaphore | undefined,
    private readonly use: ConnectionUse,
  ) {}

  release(): void {
    if (!this.isInUse) return;
    this.connection.release();
    this.freeSlot();
  }

  /** Destroys the socket too. mysql2 only ends it, and the server then continues the query. */
  discard(): void {
    this.connection.destroy();
    (this.connection as unknown as { stream?: { destroy(): void } }).stream?.destroy();
    this.freeSlot();
  }

  /** Releases the slot of a short response, because the response now holds a long slot. */
  becomeLong(): void {
    this.slots?.release();
    this.slots = undefined;
  }

  private freeSlot(): void {
    if (this.isInUse) this.use.returned();
    this.isInUse = false;
    this.becomeLong();
  }
}
