import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Names of databases carry the time of their creation, so that forgotten ones can be told from those in use. */
export function newDatabaseName(): string {
  return `cda_test_${Date.now()}_${randomBytes(4).toString('hex')}`;
}

/** The server's address with another database, or none. */
export function withDatabase(serverUrl: string, database = ''): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs SQL in the database of the address, where that has one. */
export async function ask<Row>(uri: string, sql: string): Promise<Row[]> {
  const connection = await createConnection({ uri, connectTimeout: 5000, multipleStatements: true });
  try {
    const [rows] = await connection.query(sql);
    return rows as Row[];
  } finally {
    connection.destroy();
  }
}

/** Drops what test runs that were killed more than a day ago have left on the server, as far as we may. */
export async function sweepDatabases(serverUrl: string): Promise<void> {
  const rows = await ask<{ name: string }>(
    serverUrl,
    "SELECT schema_name AS name FROM information_schema.schemata WHERE schema_name LIKE 'cda\\_test\\_%'",
  );
  for (const { name } of rows) {
    const created = /^cda_test_(\d+)_[0-9a-f]+$/.exec(name)?.[1];
    if (!created || Number(created) > Date.now() - DAY_MS) continue;
    await ask(serverUrl, `DROP DATABASE IF EXISTS ${name}`).catch(() => undefined);
  }
}
