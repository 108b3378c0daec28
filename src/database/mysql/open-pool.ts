import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';

/** Connections of this age are closed instead of lent, so that a node that comes back has its share within a minute; not all at once. */
const LIFE_MS = { least: 20_000, most: 40_000 };
/** However much goes wrong, the idle connections are given up no more often: opening new ones costs an overloaded server too. */
const GIVEN_UP_EVERY_MS = 1_000;

/** A pool over whatever nodes stand behind one address. */
export interface NodePool extends Pool {
  /** The node of this connection is of no use: neither it nor one that was opened before now is lent again. */
  giveUp(connection: PoolConnection): void;
}

/** A pool whose lost connections do not end the process: without a listener their 'error' would. */
export function openPool(options: PoolOptions): NodePool {
  const pool = createPool({ ...options, gracefulEnd: true });
  const lend = pool.getConnection.bind(pool);
  const births = new WeakMap<PoolConnection, { readonly at: number; readonly lifeMs: number }>();
  const useless = new WeakSet<PoolConnection>();
  let givenUpAt = -Infinity;
  pool.on('connection', (connection) => {
    connection.on('error', () => undefined);
    const lifeMs = LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least);
    births.set(connection, { at: performance.now(), lifeMs });
  });
  const lendUsable: Pool['getConnection'] = (take) => {
    lend((error, connection) => {
      const { at = 0, lifeMs = 0 } = (error ? undefined : births.get(connection)) ?? {};
      const isUseless = !error && (useless.has(connection) || at <= givenUpAt);
      const isOld = !error && performance.now() - at > lifeMs;
      if (!isUseless && !isOld) {
        take(error, connection);
        return;
      }
      if (isUseless) connection.destroy();
      else connection.end();
      lendUsable(take);
    });
  };
  pool.getConnection = lendUsable;
  const giveUp = (connection: PoolConnection): void => {
    useless.add(connection);
    const now = performance.now();
    if (now - givenUpAt > GIVEN_UP_EVERY_MS) givenUpAt = now;
  };
  return Object.assign(pool, { giveUp });
}
