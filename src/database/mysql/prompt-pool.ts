import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { DatabaseUnavailable } from '../rows/row-reader.js';

/** Whoever holds a connection that is lost hears of it by other ways; without a listener it would end the process. */
export function openPool(options: PoolOptions): Pool {
  const pool = createPool(options);
  pool.on('connection', (connection) => connection.on('error', () => undefined));
  return pool;
}

/** A connection by the deadline, or none: by itself a pool has no limit to waiting. */
export function connectionBy(deadline: number, lend: Pool['getConnection']): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DatabaseUnavailable('no_connection_in_time'));
    }, deadline - Date.now());
    lend((error, connection) => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- there is none with an error
      if (isLate) connection?.release();
      else if (error) reject(error);
      else resolve(connection);
    });
  });
}

/**
 * The driver for TypeORM, in which nothing waits for ever: whoever asks for a connection has it back in the pool `withinMs`
 * after asking, or it is broken off and what ran on it fails. By itself a query that times out leaves a busy connection to
 * the next.
 */
export function driverLendingFor(withinMs: number): { createPool(options: PoolOptions): Pool } {
  return { createPool: (options) => lending(openPool(options), withinMs) };
}

function lending(pool: Pool, withinMs: number): Pool {
  const lend = pool.getConnection.bind(pool);
  const limits = new WeakMap<PoolConnection, NodeJS.Timeout>();
  pool.on('connection', (connection) => {
    const release = connection.release.bind(connection);
    connection.release = () => {
      clearTimeout(limits.get(connection));
      release();
    };
  });
  pool.getConnection = (take) => {
    const deadline = Date.now() + withinMs;
    connectionBy(deadline, lend).then(
      (connection) => {
        limits.set(
          connection,
          setTimeout(() => breakOff(connection), deadline - Date.now()),
        );
        take(null, connection);
      },
      take as (error: unknown) => void,
    );
  };
  return pool;
}

/** Ends the socket with an error, which fails what runs on it. `destroy()` of the connection would leave it waiting. */
function breakOff(connection: PoolConnection): void {
  const { stream } = connection as unknown as { stream: { destroy(error: Error): void } };
  stream.destroy(new DatabaseUnavailable('no_answer_in_time'));
}
