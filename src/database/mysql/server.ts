import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** Which family of server answers at a MySQL address; TypeORM compares schemas differently for the two. */
export type ServerFamily = 'mysql' | 'mariadb';

export const CONNECT_TIMEOUT_MS = 5_000;

/** Asks the server what it is, and refuses one on which text could not be escaped safely. */
export async function serverFamily(url: string): Promise<ServerFamily> {
  const connection = await createConnection({ uri: url, connectTimeout: CONNECT_TIMEOUT_MS });
  try {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version, @@sql_mode AS mode');
    const { version, mode } = rows[0] as { version: string; mode: string };
    if (mode.includes('NO_BACKSLASH_ESCAPES')) {
      throw new Error(
        'The database server runs in sql_mode NO_BACKSLASH_ESCAPES, which this service does not support',
      );
    }
    return /mariadb/i.test(version) ? 'mariadb' : 'mysql';
  } finally {
    connection.destroy();
  }
}
