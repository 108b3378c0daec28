import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Puts the creation time into the name, so that `sweepDatabases` finds abandoned databases. */
export function newDatabaseName(): string {
  return `cda_test_${Date.now()}_${randomBytes(4).toString('hex')}`;
}

export function withDatabase(serverUrl: string, database = ''): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function query<Row>(uri: string, sql: string): Promise<Row[]> {
  const connection = await createConnection({ uri, connectTimeout: 5000, multipleStatements: true });
  try {
    const [rows] = await connection.query(sql);
    return rows as Row[];
  } finally {
    connection.destroy();
  }
}

/** Drops databases that are more than a day old. Ignores those that it has no privilege to drop. */
export async function sweepDatabases(serverUrl: string): Promise<void> {
  const rows = await query<{ name: string }>(
    serverUrl,
    "SELECT schema_name AS name FROM information_schema.schemata WHERE schema_name LIKE 'cda\\_test\\_%'",
  );
  for (const { name } of rows) {
    const created = /^cda_test_(\d+)_[0-9a-f]+$/.exec(name)?.[1];
    if (!created || Number(created) > Date.now() - DAY_MS) continue;
    await query(serverUrl, `DROP DATABASE IF EXISTS ${name}`).catch(() => undefined);
  }
}
