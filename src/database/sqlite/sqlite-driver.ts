import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';

/** Loads better-sqlite3 on demand, because a service on MySQL does not need it (decision 0002). */
export function sqliteDriver(): typeof BetterSqlite {
  if (Number.parseInt(process.versions.node, 10) >= 24) return NodeSqlite as unknown as typeof BetterSqlite;
  try {
    return createRequire(__filename)('better-sqlite3') as typeof BetterSqlite;
  } catch (cause) {
    throw new Error(
      `better-sqlite3, the driver of the embedded database, is not installed for Node ${process.versions.node}. ` +
        'Run npm ci with this Node, which may need python3, make and g++; or use Node 24; or set DATABASE_URL to a MySQL or MariaDB server.',
      { cause },
    );
  }
}

/** The used part of `node:sqlite`, which the types of Node 20 do not contain. */
interface NodeStatement {
  all(...parameters: unknown[]): unknown[];
  iterate(...parameters: unknown[]): Iterable<unknown>;
  run(...parameters: unknown[]): unknown;
  columns(): unknown[];
  setReturnArrays(enabled: boolean): void;
}

interface NodeDatabase {
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  close(): void;
}

const CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
  517: 'SQLITE_BUSY_SNAPSHOT',
  4874: 'SQLITE_IOERR_SHMSIZE',
};

/** Adapts `node:sqlite` to the part of better-sqlite3 that TypeORM and this service use. */
class NodeSqlite {
  private readonly database: NodeDatabase;

  constructor(
    file: string,
    { readonly = false, fileMustExist = false, timeout = 5000 }: BetterSqlite.Options = {},
  ) {
    if (fileMustExist && !existsSync(file)) throw new Error(`The database file ${file} does not exist`);
    const { DatabaseSync } = createRequire(__filename)('node:sqlite') as {
      DatabaseSync: new (path: string, options: { readOnly: boolean; timeout: number }) => NodeDatabase;
    };
    this.database = withCodes(() => new DatabaseSync(file, { readOnly: readonly, timeout }));
  }

  prepare(sql: string): Statement {
    return new Statement(withCodes(() => this.database.prepare(sql)));
  }

  exec(sql: string): void {
    withCodes(() => {
      this.database.exec(sql);
    });
  }

  pragma(text: string): unknown[] {
    return this.prepare(`PRAGMA ${text}`).all();
  }

  close(): void {
    this.database.close();
  }
}

class Statement {
  readonly reader: boolean;

  constructor(private readonly statement: NodeStatement) {
    this.reader = statement.columns().length > 0;
  }

  raw(isWanted = true): this {
    this.statement.setReturnArrays(isWanted);
    return this;
  }

  all(...parameters: unknown[]): unknown[] {
    return withCodes(() => this.statement.all(...parameters));
  }

  *iterate(...parameters: unknown[]): Generator {
    try {
      yield* this.statement.iterate(...parameters);
    } catch (error) {
      throw withCode(error as Error);
    }
  }

  run(...parameters: unknown[]): unknown {
    return withCodes(() => this.statement.run(...parameters));
  }
}

function withCodes<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw withCode(error as Error);
  }
}

function withCode(error: Error & { errcode?: number }): Error {
  const { errcode = 0 } = error;
  const code = CODES[errcode] ?? CODES[errcode & 0xff]; // the low byte is the primary code
  return code === undefined ? error : Object.assign(error, { code });
}
