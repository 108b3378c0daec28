import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { DatabaseUnavailable } from '../rows/row-reader.js';

/**
 * The driver for TypeORM, in which nothing waits for ever: whoever asks for a connection has it back in the pool `withinMs`
 * after asking, or it is broken off and what ran on it fails. By itself the pool has no limit to waiting, and a query
 * that times out leaves a busy connection to the next.
 */
export function driverLendingFor(withinMs: number): { createPool(options: PoolOptions): Pool } {
  return { createPool: (options) => lending(createPool(options), withinMs) };
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
    connection.on('error', () => undefined); // whoever holds it hears of it; one that nobody holds is only gone
  });
  pool.getConnection = (take) => {
    let lent: PoolConnection | undefined;
    let isLate = false;
    const limit = setTimeout(() => {
      if (lent) {
        breakOff(lent);
        return;
      }
      isLate = true;
      (take as (error: Error) => void)(new DatabaseUnavailable('no_connection_in_time'));
    }, withinMs);
    lend((error, connection) => {
      if (isLate) {
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- there is none with an error
        connection?.release();
        return;
      }
      if (error) {
        clearTimeout(limit);
      } else {
        lent = connection;
        limits.set(connection, limit);
      }
      take(error, connection);
    });
  };
  return pool;
}

/** Ends the socket with an error, which fails what runs on it. `destroy()` of the connection would leave it waiting. */
function breakOff(connection: PoolConnection): void {
  const { stream } = connection as unknown as { stream: { destroy(error: Error): void } };
  stream.destroy(new DatabaseUnavailable('no_answer_in_time'));
}
