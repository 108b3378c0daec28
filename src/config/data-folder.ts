import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseConfig } from './config.js';

/** Where the embedded database lies where nobody says otherwise: in a folder that is its own by its very place. */
export const DEFAULT_DATABASE_FILE = 'data/device-api.sqlite';

/** The files beside the embedded database that hold what its first start made. */
export const ADMIN_TOKEN_FILE = 'admin-token';
export const KEY_PEPPER_FILE = 'key-pepper';
export const DEMO_KEY_FILE = 'demo-api-key';
export const DEMO_PASSWORD_FILE = 'demo-admin-password';
/** Stands there while the demo data is being loaded. */
export const DEMO_UNFINISHED_FILE = 'demo-unfinished';

const SECRET_FILES = [ADMIN_TOKEN_FILE, KEY_PEPPER_FILE, DEMO_KEY_FILE, DEMO_PASSWORD_FILE];

/** The file of an embedded database; a server has none. All that belongs to such an installation lies in the file's folder. */
export function databaseFile(database: DatabaseConfig): string | null {
  switch (database.engine) {
    case 'sqlite':
      return database.file;
    case 'mysql':
      return null;
  }
}

/**
 * Makes the folder of the embedded database and the database for their owner alone, and takes from all others what stands there
 * already. SQLite gives the files beside the database the permissions of the database. A folder in which other things lie as
 * well may be there for others: then the files alone are closed.
 */
export function closeDataFolder(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeClosed(file);
  const databaseFiles = ['', '-wal', '-shm', '-journal'].map((ending) => basename(file) + ending);
  const ours = new Set([...databaseFiles, ...SECRET_FILES, DEMO_UNFINISHED_FILE]);
  const found = readdirSync(folder);
  for (const name of found) if (ours.has(name)) close(join(folder, name));
  if (file === DEFAULT_DATABASE_FILE || found.every((name) => ours.has(name))) close(folder);
}

function makeClosed(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function close(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    // somebody else's, who alone can close it; or the last user of the database has just taken the file away
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
