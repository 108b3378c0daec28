import { existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sqliteDriver } from './sqlite-driver.js';

const OWNER_ONLY = 0o600;

/**
 * Copies a database, also while other connections write to it: the copy is of one moment. It has its name only when it is whole, and takes nobody
 * else's.
 */
export async function backUpFile(file: string, target: string): Promise<void> {
  const path = resolve(target);
  if (existsSync(path)) throw isThere(path);
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  const copy = await open(unfinished, 'wx', OWNER_ONLY);
  try {
    const database = new (sqliteDriver())(file, { fileMustExist: true });
    try {
      database.prepare('VACUUM INTO ?').run(unfinished);
    } finally {
      database.close();
    }
    await copy.sync();
    await link(unfinished, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? isThere(path) : error;
  } finally {
    await copy.close();
    await rm(unfinished, { force: true });
  }
}

const isThere = (path: string): Error => new Error(`${path} is there already: a backup overwrites nothing`);
