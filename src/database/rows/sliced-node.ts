import { compareKey } from './conditions.js';
import type { NodeReader, Query, Row, RowSink, Value } from './node-reader.js';

/** Of rows whose size is not known yet. */
const FIRST_SLICE_ROWS = 1_000;
/** Half of what engines that bound a query let one bring (Vitess: 64 MiB). */
const SLICE_BYTES = 32 * 1024 * 1024;

type Key = readonly (string | number)[];

/**
 * Reads results in slices: each is a query that brings no more than so many rows, nor more bytes than engines allow where rows are alike, and goes on behind the last row of the one before
 * (decision 0036). What a query is ordered by at its end must be a unique key; one without an order must bring a row at most.
 */
export class SlicedNode implements NodeReader {
  constructor(
    private readonly node: NodeReader,
    private readonly most: number,
  ) {}

  async rows(query: Query): Promise<readonly (readonly Value[])[]> {
    const ordered = OrderedQuery.of(query);
    if (!ordered) return this.node.rows(query);
    const slices: (readonly (readonly Value[])[])[] = [];
    let key: Key | undefined;
    for (let left = ordered.limit; left > 0;) {
      const size = Math.min(this.most, left);
      const rows = await this.node.rows(ordered.slice(size, key));
      slices.push(rows.map((row) => row.slice(ordered.columns.length)));
      left = rows.length < size ? 0 : left - size;
      key = rows.at(-1)?.slice(0, ordered.columns.length) as Key | undefined;
    }
    return slices.flat();
  }

  async stream(query: Query, sink: RowSink): Promise<void> {
    const ordered = OrderedQuery.of(query);
    if (!ordered) throw new Error(`Only what has an ascending order can be read in slices: ${query.sql}`);
    let key: Key | undefined;
    let size = Math.min(this.most, FIRST_SLICE_ROWS);
    do {
      const slice = new Slice(sink, ordered.columns.length, size);
      await this.node.stream(ordered.slice(size, key), slice);
      key = slice.lastKey;
      size = Math.min(this.most, slice.rowsIn(SLICE_BYTES));
    } while (key);
  }
}

const COLUMN = '[\\w.`"]+(?: ASC)?';
const ORDERED = new RegExp(`^SELECT ([^]+)\\sORDER BY (${COLUMN}(?:, ${COLUMN})*)(?: LIMIT (\\d+))?$`);

/** A query of which each slice can be asked for. */
class OrderedQuery {
  private constructor(
    private readonly body: string,
    private readonly parameters: Query['parameters'],
    readonly columns: readonly string[],
    /** How many rows it brings at most. */
    readonly limit: number,
  ) {}

  static of({ sql, parameters }: Query): OrderedQuery | undefined {
    const [, body, order, limit = Infinity] = ORDERED.exec(sql) ?? [];
    if (body === undefined || order === undefined) return undefined;
    const columns = order.split(', ').map((column) => column.replace(/ ASC$/, ''));
    return new OrderedQuery(body, parameters, columns, Number(limit));
  }

  /** The rows behind the one with this key, or the first ones; each begins with its key. */
  slice(size: number, key: Key | undefined): Query {
    const [condition, ...bounds] = key ? compareKey(this.columns, key, '>') : [];
    const columns = this.columns.join(', ');
    const rest = condition === undefined ? '' : ` AND ${condition}`;
    return {
      sql: `SELECT ${columns}, ${this.body}${rest} ORDER BY ${columns} LIMIT ${size}`,
      parameters: [...this.parameters, ...bounds],
    };
  }
}

/** Hands rows on without their keys, but for that of the last. */
class Slice implements RowSink {
  /** Where there may be rows behind the slice. */
  lastKey: Key | undefined;
  private rows = 0;
  private bytes = 0;

  constructor(
    private readonly sink: RowSink,
    private readonly columns: number,
    private readonly size: number,
  ) {}

  take(row: Row): boolean {
    if (++this.rows < this.size) row.skip(this.columns);
    else this.lastKey = Array.from({ length: this.columns }, () => row.readText());
    const wantsPause = this.sink.take(row);
    this.bytes += row.bytesRead;
    return wantsPause;
  }

  /** How many rows like these have so many bytes. */
  rowsIn(bytes: number): number {
    return Math.max(1, Math.floor((bytes * this.rows) / Math.max(this.bytes, 1)));
  }

  pause(): Promise<void> {
    return this.sink.pause();
  }

  get isLong(): boolean {
    return this.sink.isLong;
  }

  get isGone(): boolean {
    return this.sink.isGone;
  }

  get onGone(): (() => void) | undefined {
    return this.sink.onGone;
  }

  set onGone(tell: (() => void) | undefined) {
    this.sink.onGone = tell;
  }
}
