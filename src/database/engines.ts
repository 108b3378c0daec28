import type { DatabaseConfig } from '../config/config.js';
import type { Engine } from './engine/engine.js';
import { MysqlEngine } from './mysql/mysql-engine.js';
import { SqliteEngine } from './sqlite/sqlite-engine.js';

/** The only code that distinguishes the engines (decision 0022). */
export function engineFor(database: DatabaseConfig): Engine {
  switch (database.engine) {
    case 'sqlite':
      return new SqliteEngine(database.file);
    case 'mysql':
      return new MysqlEngine(database.url);
  }
}
