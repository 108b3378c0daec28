import type { Database, Statement } from 'better-sqlite3';
import { ReceiverGone, RowReader, type Query, type RowSink, type Value } from '../rows/row-reader.js';
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
  private readonly running = new Set<Promise<void>>();

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

  async stream(query: Query, sink: RowSink): Promise<void> {
    const running = this.read(query, sink);
    this.running.add(running);
    try {
      await running;
    } finally {
      this.running.delete(running);
    }
  }

  /** A connection cannot be closed under a result that is being read: its receiver is gone, but it may not have heard of it yet. */
  async close(): Promise<void> {
    await Promise.allSettled(this.running);
    this.connection.close();
  }

  private async read({ sql, parameters }: Query, sink: RowSink): Promise<void> {
    const row = new ValueRow();
    // a statement of its own: one that is being read cannot be used by the next request
    for (const values of this.prepare(sql).iterate(...parameters)) {
      if (!sink.take(row.become(values as Value[]))) continue;
      await sink.pause();
      if (sink.isGone) throw new ReceiverGone();
    }
  }

  private prepare(sql: string): Statement {
    return this.connection.prepare(sql).raw(true);
  }
}
