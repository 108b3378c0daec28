import type { Pool, PoolConnection, PoolOptions } from 'mysql2';
import { DatabaseUnavailable } from '../rows/row-reader.js';
import { MYSQL_ERRORS } from './mysql-errors.js';
import { openPool, type NodePool } from './open-pool.js';

/** A connection by the deadline: mysql2's pool has no acquire timeout. */
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

interface Driver {
  createPool(options: PoolOptions): Pool;
}

export interface Lending {
  /** Whether what is read, and each transaction, first waits until its node has what was committed on all others. */
  readonly waitsForCluster: boolean;
  /**
   * A connection that is not released so long after it was asked for is destroyed, and what runs on it fails. With mysql2's own
   * query timeout a busy connection would go back to the pool.
   */
  readonly withinMs?: number;
}

/** The driver for TypeORM: whatever connection turns out to lead to a lost node is not lent again. */
export function driverOfNodes({ waitsForCluster, withinMs }: Lending): Driver {
  return {
    createPool: (options) => {
      const pool = noticing(openPool(options));
      if (waitsForCluster) waiting(pool);
      return withinMs === undefined ? pool : lending(pool, withinMs);
    },
  };
}

/** Says so to nodes of a Galera cluster; servers that can be none do not know the setting. */
function waiting(pool: NodePool): void {
  pool.on('connection', (connection) => {
    connection.query('SET SESSION wsrep_sync_wait = 1', (error) => {
      if (error && error.code !== 'ER_UNKNOWN_SYSTEM_VARIABLE') connection.destroy();
    });
  });
}

type Take = (error: Error | null, ...results: unknown[]) => void;
type Send = (...words: unknown[]) => { onResult?: Take };

const [BEGIN, END, READ] = [/^START TRANSACTION/, /^(COMMIT|ROLLBACK)$/, /^SELECT\b/];

/**
 * TypeORM releases a connection whatever came of its queries, and asks no other node: here a connection to a lost one is given up, and
 * what was read over it, outside a transaction, is read once more over another one.
 */
function noticing(pool: NodePool): NodePool {
  const lend = pool.getConnection.bind(pool);
  const isLost = (error: Error | null) => error !== null && MYSQL_ERRORS.isNodeLost(error);
  pool.getConnection = (take) => {
    lend((error, connection) => {
      if (isLost(error)) lend(take);
      else take(error, connection);
    });
  };
  const sends = new WeakMap<PoolConnection, Send>();
  const sendAgain = (words: readonly unknown[], take: Take): void => {
    pool.getConnection((error, connection) => {
      if (error) {
        take(error);
        return;
      }
      sends.get(connection)?.(...words.slice(0, -1), (failed: Error | null, ...results: unknown[]) => {
        if (isLost(failed)) pool.giveUp(connection);
        connection.release();
        take(failed, ...results);
      });
    });
  };
  pool.on('connection', (connection) => {
    const send = connection.query.bind(connection) as Send;
    sends.set(connection, send);
    let isInTransaction = false;
    const query: Send = (...words) => {
      const sql = String(words[0]);
      if (BEGIN.test(sql) || END.test(sql)) isInTransaction = BEGIN.test(sql);
      const mayAnotherAnswer = READ.test(sql) && !isInTransaction;
      const command = send(...words);
      const { onResult } = command;
      command.onResult = (error, ...results) => {
        if (isLost(error)) pool.giveUp(connection);
        if (isLost(error) && mayAnotherAnswer && onResult) sendAgain(words, onResult);
        else onResult?.call(command, error, ...results);
      };
      return command;
    };
    Object.assign(connection, { query });
  });
  return pool;
}

function lending(pool: NodePool, withinMs: number): Pool {
  const lend = pool.getConnection.bind(pool);
  const limits = new WeakMap<PoolConnection, NodeJS.Timeout>();
  pool.on('connection', (connection) => {
    const release = connection.release.bind(connection);
    connection.release = () => {
      clearTimeout(limits.get(connection));
      release();
    };
  });
  const breakOff = (connection: PoolConnection): void => {
    pool.giveUp(connection);
    failPending(connection);
  };
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

/** Destroys the socket with an error, which fails what runs on it. `destroy()` of the connection would leave it pending. */
function failPending(connection: PoolConnection): void {
  const { stream } = connection as unknown as { stream: { destroy(error: Error): void } };
  stream.destroy(new DatabaseUnavailable('no_answer_in_time'));
}
