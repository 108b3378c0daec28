import { statSync } from 'node:fs';
import type { Database, Statement } from 'better-sqlite3';
import {
  DatabaseUnavailable,
  ReceiverGone,
  DatabaseReader,
  type ReadConnection,
  type ByteTarget,
  type Pace,
  type Query,
  type Row,
  type TakeRow,
  type Value,
} from '../rows/reader.js';
import { sqliteDriver } from './sqlite-driver.js';

const MAX_STATEMENTS = 100;

/** A response that exceeds both limits fails, because the write-ahead log grows during the read. */
const LOG_LIMIT = { forMs: 30_000, bytes: 256 * 1024 * 1024 };

/** Idle connections that stay open. */
const MAX_IDLE = 4;

/**
 * Uses its own connections, because the driver rejects writes on a connection while a result is read. Each running
 * result has a connection of its own, because all statements of a connection read the state in which its oldest running
 * result began. Otherwise a slow client would keep a revoked key valid. Reading blocks the event loop until `take`
 * requests a pause.
 */
export class SqliteReader extends DatabaseReader implements ReadConnection {
  private readonly connection: Database;
  private readonly statements = new Map<string, Statement>();
  private readonly running = new Set<Promise<void>>();
  private readonly idle: Database[] = [];

  constructor(
    private readonly file: string,
    private readonly logLimit = LOG_LIMIT,
  ) {
    super();
    this.connection = this.open();
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- the other engine waits
  override async rows({ sql, parameters }: Query): Promise<readonly Value[][]> {
    let statement = this.statements.get(sql);
    if (!statement) {
      if (this.statements.size >= MAX_STATEMENTS) this.statements.clear();
      this.statements.set(sql, (statement = this.connection.prepare(sql).raw(true)));
    }
    return statement.all(...parameters) as Value[][];
  }

  stream(query: Query, take: TakeRow, pace: Pace): Promise<void> {
    const running = this.read(query, take, pace).finally(() => this.running.delete(running));
    this.running.add(running);
    return running;
  }

  /** Waits for running results, because the driver cannot close a connection before they end. */
  async close(): Promise<void> {
    await Promise.allSettled(this.running);
    for (const connection of [this.connection, ...this.idle]) connection.close();
  }

  withConnection<T>(work: (connection: ReadConnection) => Promise<T>): Promise<T> {
    return work(this);
  }

  private open(): Database {
    return new (sqliteDriver())(this.file, { readonly: true, fileMustExist: true, timeout: 5000 });
  }

  private async read(query: Query, take: TakeRow, pace: Pace): Promise<void> {
    const connection = this.idle.pop() ?? this.open();
    try {
      await this.readOver(connection, query, take, pace);
    } finally {
      if (this.idle.length < MAX_IDLE) this.idle.push(connection);
      else connection.close();
    }
  }

  private async readOver(
    connection: Database,
    { sql, parameters }: Query,
    take: TakeRow,
    pace: Pace,
  ): Promise<void> {
    const row = new ValueRow();
    const since = performance.now();
    const statement = connection.prepare(sql).raw(true);
    for (const values of statement.iterate(...parameters)) {
      if (!take(row.become(values as Value[]))) continue;
      await pace.pause();
      if (pace.isGone) throw new ReceiverGone();
      if (performance.now() - since <= this.logLimit.forMs) continue;
      const { size = 0 } = statSync(`${this.file}-wal`, { throwIfNoEntry: false }) ?? {};
      if (size > this.logLimit.bytes) throw new DatabaseUnavailable('log_held_back');
    }
  }
}

class ValueRow implements Row {
  private values: readonly Value[] = [];
  private at = 0;

  become(values: readonly Value[]): this {
    this.values = values;
    this.at = 0;
    return this;
  }

  writeText(to: ByteTarget): void {
    to.quoted(this.readText());
  }

  writeJson(to: ByteTarget): void {
    const value = this.next();
    if (value === null) to.none();
    else to.text(String(value));
  }

  writeTextOrNone(to: ByteTarget): void {
    const text = this.readTextOrNull();
    if (text === null) to.none();
    else to.quoted(text);
  }

  readInteger(): number | null {
    const value = this.next();
    return value === null ? null : Number(value);
  }

  readText(): string {
    return this.readTextOrNull() ?? '';
  }

  readTextOrNull(): string | null {
    const value = this.next();
    return value === null ? null : String(value);
  }

  private next(): Value {
    return this.values[this.at++] ?? null;
  }
}
