import type { Database, Statement } from 'better-sqlite3';
import { ReceiverGone, RowReader, type Query, type RowSink, type Value } from './row-reader.js';
import { sqliteDriver } from './sqlite-driver.js';
import { ValueRow } from './value-row.js';

const MAX_STATEMENTS = 100;

/**
 * Reads the embedded database over a connection of its own: while a long result is being read, a connection
 * refuses writes. It shares the event loop with everything else, so it stops wherever the sink wants a pause.
 */
export class SqliteRowReader extends RowReader {
  private readonly connection: Database;
  private readonly statements = new Map<string, Statement>();

  constructor(file: string) {
    super();
    this.connection = new (sqliteDriver())(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- the other engine waits
  async rows({ sql, parameters }: Query): Promise<readonly Value[][]> {
    let statement = this.statements.get(sql);
    if (!statement) {
      if (this.statements.size >= MAX_STATEMENTS) this.statements.clear();
      this.statements.set(sql, (statement = this.prepare(sql)));
    }
    return statement.all(...parameters) as Value[][];
  }

  async stream({ sql, parameters }: Query, sink: RowSink): Promise<void> {
    const row = new ValueRow();
    // a statement of its own: one that is being read cannot be used by the next request
    for (const values of this.prepare(sql).iterate(...parameters)) {
      if (!sink.take(row.become(values as Value[]))) continue;
      await sink.pause();
      if (sink.isGone) throw new ReceiverGone();
    }
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- the other engine waits
  async close(): Promise<void> {
    this.connection.close();
  }

  private prepare(sql: string): Statement {
    return this.connection.prepare(sql).raw(true);
  }
}
