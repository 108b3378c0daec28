import { resolve } from 'node:path';
import type { DatabaseConfig } from './config.js';

/** Which database that is, for an operator, and nothing of its password. */
export function databaseName(database: DatabaseConfig): string {
  switch (database.engine) {
    case 'sqlite':
      return `sqlite:${resolve(database.file)}`;
    case 'mysql': {
      const { username, host, pathname } = new URL(database.url);
      return `mysql://${username === '' ? '' : `${username}@`}${host}${pathname}`;
    }
  }
}
