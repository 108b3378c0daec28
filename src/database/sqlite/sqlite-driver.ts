import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { NodeSqlite } from './node-sqlite.js';

/** From here on Node's own SQLite is used. */
const FIRST_WITH_ITS_OWN = 24;

/** The driver of the embedded database (docs/decisions/0002). A service on MySQL does without it. */
export function sqliteDriver(): typeof BetterSqlite {
  if (Number.parseInt(process.versions.node, 10) >= FIRST_WITH_ITS_OWN)
    return NodeSqlite as unknown as typeof BetterSqlite;
  try {
    return createRequire(__filename)('better-sqlite3') as typeof BetterSqlite;
  } catch (cause) {
    throw new Error(
      `better-sqlite3, the driver of the embedded database, is not installed for Node ${process.versions.node}. ` +
        'Run npm ci with this Node, which may need python3, make and g++; or take Node 24; or set DATABASE_URL to a MySQL or MariaDB server.',
      { cause },
    );
  }
}
