import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

type Bound = string | number | bigint | null | Uint8Array;

/** What is used here of `node:sqlite`, which the types of Node 20 do not know. */
interface NodeStatement {
  all(...parameters: Bound[]): unknown[];
  get(...parameters: Bound[]): unknown;
  iterate(...parameters: Bound[]): Iterable<unknown>;
  run(...parameters: Bound[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  columns(): unknown[];
  setReturnArrays(enabled: boolean): void;
}

interface NodeDatabase {
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  close(): void;
}

interface Options {
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
  readonly timeout?: number;
}

/** Codes that callers know, by the numbers of SQLite. */
const CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
  517: 'SQLITE_BUSY_SNAPSHOT',
};

/** The SQLite of Node itself, seen as better-sqlite3: as much of it as TypeORM and this service use. */
export class NodeSqlite {
  private readonly database: NodeDatabase;

  constructor(file: string, { readonly = false, fileMustExist = false, timeout = 5000 }: Options = {}) {
    if (fileMustExist && !existsSync(file)) throw new Error(`The database file ${file} does not exist`);
    const { DatabaseSync } = createRequire(__filename)('node:sqlite') as {
      DatabaseSync: new (path: string, options: { readOnly: boolean; timeout: number }) => NodeDatabase;
    };
    this.database = withCodes(() => new DatabaseSync(file, { readOnly: readonly, timeout }));
  }

  prepare(sql: string): Statement {
    return new Statement(withCodes(() => this.database.prepare(sql)));
  }

  exec(sql: string): this {
    withCodes(() => {
      this.database.exec(sql);
    });
    return this;
  }

  pragma(text: string): unknown[] {
    return this.prepare(`PRAGMA ${text}`).all();
  }

  /** Makes a function that does its work in a transaction, whole or not at all. */
  transaction<T>(work: () => T): (() => T) & { immediate: () => T } {
    const within = (begin: string) => (): T => {
      this.exec(begin);
      try {
        const result = work();
        this.exec('COMMIT');
        return result;
      } catch (error) {
        this.exec('ROLLBACK');
        throw error;
      }
    };
    return Object.assign(within('BEGIN'), { immediate: within('BEGIN IMMEDIATE') });
  }

  close(): void {
    this.database.close();
  }
}

class Statement {
  /** Whether it brings rows. */
  readonly reader: boolean;
  private isPlucked = false;

  constructor(private readonly statement: NodeStatement) {
    this.reader = statement.columns().length > 0;
  }

  /** Rows are arrays from now on. */
  raw(isWanted = true): this {
    this.statement.setReturnArrays(isWanted);
    return this;
  }

  /** Rows are the values of the first column from now on. */
  pluck(): this {
    this.isPlucked = true;
    return this.raw();
  }

  all(...parameters: Bound[] | [Bound[]]): unknown[] {
    const rows = withCodes(() => this.statement.all(...flat(parameters)));
    return this.isPlucked ? rows.map((row) => (row as unknown[])[0]) : rows;
  }

  get(...parameters: Bound[] | [Bound[]]): unknown {
    const row = withCodes(() => this.statement.get(...flat(parameters)));
    return this.isPlucked ? (row as unknown[] | undefined)?.[0] : row;
  }

  /** A generator, so that the statement lives as long as it is being read. */
  *iterate(...parameters: Bound[] | [Bound[]]): Generator {
    yield* withCodes(() => this.statement.iterate(...flat(parameters)));
  }

  run(...parameters: Bound[] | [Bound[]]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return withCodes(() => this.statement.run(...flat(parameters)));
  }
}

const flat = (parameters: Bound[] | [Bound[]]): Bound[] =>
  Array.isArray(parameters[0]) ? parameters[0] : (parameters as Bound[]);

/** Errors get the codes that better-sqlite3 gives them. */
function withCodes<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = CODES[(error as { errcode?: number }).errcode ?? 0];
    if (code !== undefined) (error as { code: string }).code = code;
    throw error;
  }
}
