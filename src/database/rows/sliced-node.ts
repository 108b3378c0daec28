import type { NodeReader, Query, Row, RowSink, Value } from './node-reader.js';

/** Of rows whose size is not known yet. */
const FIRST_SLICE_ROWS = 1_000;
/** Half of what engines that bound a query let one bring (Vitess: 64 MiB). */
const SLICE_BYTES = 32 * 1024 * 1024;

type Key = readonly (string | number)[];

/** Where a slice begins: at the rows that share so many of the first columns of this key, behind it in the next. */
interface Place {
  readonly key: Key;
  readonly shared: number;
}

/**
 * Reads results in slices: each is a query that brings no more than so many rows, nor more bytes than engines allow where rows are alike. Behind the last row of a full one it goes on with
 * those that share its key but for the last column, then with those that share one column less, and so on (decision 0036). What a query is ordered by at its end must be a unique key; one without an order must bring a row at most.
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
    let place: Place | undefined;
    for (let left = ordered.limit; left > 0;) {
      const size = Math.min(this.most, left);
      const rows = await this.node.rows(ordered.slice(size, place));
      slices.push(rows.map((row) => row.slice(0, ordered.wanted)));
      left -= rows.length;
      const last = rows[size - 1];
      place = ordered.behind(place, last && (ordered.keyAt.map((at) => last[at]) as Key));
      if (!place) break;
    }
    return slices.flat();
  }

  async stream(query: Query, sink: RowSink): Promise<void> {
    const ordered = OrderedQuery.of(query);
    if (!ordered) throw new Error(`Only what has an ascending order can be read in slices: ${query.sql}`);
    const size = Math.min(this.most, FIRST_SLICE_ROWS);
    await this.node.stream(ordered.slice(size), new Slices(sink, ordered, this.most, size));
  }
}

const COLUMN = '[\\w.`"]+(?: ASC)?';
const ORDERED = new RegExp(`^SELECT ([^]+)\\sORDER BY (${COLUMN}(?:, ${COLUMN})*)(?: LIMIT (\\d+))?$`);

/** A query of which each slice can be asked for. */
class OrderedQuery {
  /** How many columns it asks for itself. */
  readonly wanted: number;
  /** Where the columns of its key are among those that a slice brings: those that it does not ask for itself come last. */
  readonly keyAt: readonly number[];
  private readonly select: string;

  private constructor(
    body: string,
    private readonly parameters: Query['parameters'],
    private readonly key: readonly string[],
    /** How many rows it brings at most. */
    readonly limit: number,
  ) {
    const [wanted, from] = selectList(body);
    const names = wanted.map(unquoted);
    const added = key.filter((column) => !names.includes(unquoted(column)));
    const all = [...names, ...added.map(unquoted)];
    this.wanted = wanted.length;
    this.keyAt = key.map((column) => all.indexOf(unquoted(column)));
    this.select = `SELECT ${[...wanted, ...added].join(', ')}${from}`;
  }

  static of({ sql, parameters }: Query): OrderedQuery | undefined {
    const [, body, order, limit = Infinity] = ORDERED.exec(sql) ?? [];
    if (body === undefined || order === undefined) return undefined;
    const columns = order.split(', ').map((column) => column.replace(/ ASC$/, ''));
    return new OrderedQuery(body, parameters, columns, Number(limit));
  }

  /** The first rows from a place on, or of all. */
  slice(size: number, place?: Place): Query {
    const bounds = place ? place.key.slice(0, place.shared + 1) : [];
    const conditions = bounds.map(
      (_value, at) => ` AND ${this.key[at]} ${at === place?.shared ? '>' : '='} ?`,
    );
    return {
      sql: `${this.select}${conditions.join('')} ORDER BY ${this.key.join(', ')} LIMIT ${size}`,
      parameters: [...this.parameters, ...bounds],
    };
  }

  /** Where to go on after the slice from `place` on: behind the last row of a full one, else with the rows that share less of the key. */
  behind(place: Place | undefined, lastOfFull: Key | undefined): Place | undefined {
    if (lastOfFull) return { key: lastOfFull, shared: lastOfFull.length - 1 };
    return place && place.shared > 0 ? { key: place.key, shared: place.shared - 1 } : undefined;
  }
}

const unquoted = (column: string): string => column.replace(/[`"]/g, '');

/** The columns of a select list, and what comes behind it. */
function selectList(body: string): [columns: string[], from: string] {
  const columns: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of body.matchAll(/[(),]|\sFROM\s/g)) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (depth === 0) {
      columns.push(body.slice(start, index).trim());
      if (sign !== ',') return [columns, body.slice(index)];
      start = index + 1;
    }
  }
  throw new Error(`It is not known which columns this selects: ${body}`);
}

/** Hands rows on, and keeps the key of the last of each full slice: the next one begins behind it. */
class Slices implements RowSink {
  private place: Place | undefined;
  private lastOfFull: Key | undefined;
  private rows = 0;
  private bytes = 0;

  constructor(
    private readonly sink: RowSink,
    private readonly query: OrderedQuery,
    private readonly most: number,
    private size: number,
  ) {}

  take(row: Row): boolean {
    const wantsPause = this.sink.take(row);
    this.bytes += row.bytesRead;
    if (++this.rows === this.size) this.lastOfFull = this.query.keyAt.map((at) => row.textAt(at));
    return wantsPause;
  }

  /** The size of what comes behind a full slice is such that rows like these have as many bytes as one may bring. */
  goOn(): Query | undefined {
    const { query, lastOfFull, rows, bytes } = this;
    this.place = query.behind(this.place, lastOfFull);
    if (lastOfFull)
      this.size = Math.min(this.most, Math.max(1, Math.floor((SLICE_BYTES * rows) / Math.max(bytes, 1))));
    this.lastOfFull = undefined;
    this.rows = this.bytes = 0;
    return this.place && query.slice(this.size, this.place);
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
