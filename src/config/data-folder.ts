import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseConfig } from './config.js';

/** The default. */
export const DEFAULT_DATABASE_FILE = 'data/device-api.sqlite';

/** The files beside the embedded database that hold what its first start made. */
export const ADMIN_TOKEN_FILE = 'admin-token';
export const KEY_PEPPER_FILE = 'key-pepper';
export const DEMO_KEY_FILE = 'demo-api-key';
export const DEMO_PASSWORD_FILE = 'demo-admin-password';
/** Exists while the demo data is being loaded. */
export const DEMO_UNFINISHED_FILE = 'demo-unfinished';

const SECRET_FILES = [ADMIN_TOKEN_FILE, KEY_PEPPER_FILE, DEMO_KEY_FILE, DEMO_PASSWORD_FILE];

/** The file of an embedded database; a server has none. All that belongs to such an installation lies in the file's folder. */
export function databaseFile(database: DatabaseConfig): string | null {
  return 'file' in database ? database.file : null;
}

/**
 * Creates the folder of the embedded database and the database with permissions for the owner alone, and removes those of others from
 * what is there already. SQLite copies the database's permissions to its WAL. A folder that holds other files as well keeps its own.
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
    // only its owner may chmod a file; or the last process with the database open has just deleted its WAL
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
