import { connect, type Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';
import { asUnavailable } from './mysql-errors.js';
import { connectionBy, openPool } from './prompt-pool.js';
import { Places } from '../rows/places.js';
import type { ConnectionUse } from '../rows/connection-use.js';
import { openSteadySocket } from './steady-socket.js';

/** Short answers at the same time. More of them only wait for the processors of a small database server (docs/decisions/0006). */
const SHORT_READS = 12;
/** Requests that may wait for a connection; beyond that waiting helps nobody. */
const WAITING = 1_000;
/** A database that has not answered by then is treated as away. */
export const ANSWER_WITHIN_MS = 1_800;
/** How long the server waits for a client of ours that reads slowly: longer than the buffers in between last. */
const SERVER_WAITS_SECONDS = 600;

/** The connections over which answers are read: so many for short ones, and one more for each that has become long. */
export class MysqlConnections {
  private readonly pool: Pool;
  private readonly shortReads = new Places(SHORT_READS, {
    waitMs: ANSWER_WITHIN_MS,
    waiting: WAITING,
    why: 'no_connection_in_time',
  });

  constructor(
    url: string,
    longReads: number,
    private readonly use: ConnectionUse,
  ) {
    this.pool = openPool({
      uri: url,
      charset: 'utf8mb4',
      timezone: 'Z',
      supportBigNumbers: true,
      connectionLimit: SHORT_READS + longReads,
      connectTimeout: ANSWER_WITHIN_MS,
      stream: ({ config }: { config: SocketConfig }) => openSocket(config),
    });
    this.pool.on('connection', (connection) => {
      // the server gives up as well: else each query that waits for a lock would keep a connection of the server's
      connection.query(
        `SET SESSION lock_wait_timeout = ${Math.ceil(ANSWER_WITHIN_MS / 1000)}, net_write_timeout = ${SERVER_WAITS_SECONDS}`,
        () => undefined, // an error that nobody takes would end the process
      );
    });
  }

  async lend(deadline: number): Promise<Lease> {
    const connection = await this.use.lend(() => this.acquire(deadline));
    return new Lease(connection, this.shortReads, this.use);
  }

  close(): Promise<void> {
    return this.pool.promise().end();
  }

  private async acquire(deadline: number): Promise<PoolConnection> {
    await this.shortReads.enter();
    try {
      return await connectionBy(deadline, (take) => this.pool.getConnection(take));
    } catch (error) {
      this.shortReads.leave();
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
  // what is compressed is worked on in other threads, after the socket has read on
  return compress ? connect(options) : openSteadySocket(options);
}

/** A connection on loan. Who has it either releases it, with nothing left to read on it, or discards it. */
export class Lease {
  private isShort = true;
  private isLent = true;

  constructor(
    readonly connection: PoolConnection,
    private readonly shortReads: Places,
    private readonly use: ConnectionUse,
  ) {}

  release(): void {
    this.connection.release();
    this.giveBack();
  }

  /** Closes the connection and, by ending its socket, the query that the server still runs for it. */
  discard(): void {
    this.connection.destroy();
    (this.connection as unknown as { stream?: { destroy(): void } }).stream?.destroy();
    this.giveBack();
  }

  /** The answer has become a long one, which is counted elsewhere: another short one may begin. */
  becomeLong(): void {
    if (this.isShort) this.shortReads.leave();
    this.isShort = false;
  }

  private giveBack(): void {
    if (this.isLent) this.use.returned();
    this.isLent = false;
    this.becomeLong();
  }
}
