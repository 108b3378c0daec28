import type { Row, RowSink } from '../../database/rows/reader.js';
import type { Pace } from '../../streaming/computed-response.js';

/** Lets other requests run after this number of rows, which take about a millisecond. */
const ROWS_BETWEEN_PAUSES = 1_024;

/** A number while it is a safe integer, so that every sum is exact. */
export type Sum = number | bigint;

export function add(sum: Sum, value: Sum): Sum {
  if (typeof sum === 'number' && typeof value === 'number') {
    const next = sum + value;
    if (Number.isSafeInteger(next)) return next;
  }
  return BigInt(sum) + BigInt(value);
}

/** Sums columns of rows by key. Each row has the columns of its key, then those to sum. */
export class GroupedSums<Key> implements RowSink {
  readonly groups = new Map<Key, Sum[]>();
  private rows = 0;

  constructor(
    private readonly pace: Pace,
    private readonly readKey: (row: Row) => Key,
    private readonly columns: number,
  ) {}

  take(row: Row): boolean {
    const key = this.readKey(row);
    let sums = this.groups.get(key);
    if (!sums) this.groups.set(key, (sums = Array<Sum>(this.columns).fill(0)));
    for (let at = 0; at < this.columns; at++) sums[at] = add(sums[at] ?? 0, row.readInteger() ?? 0);
    return ++this.rows % ROWS_BETWEEN_PAUSES === 0;
  }

  pause(): Promise<void> {
    return this.pace.pause();
  }

  get isLong(): boolean {
    return this.pace.isLong;
  }

  get isGone(): boolean {
    return this.pace.isGone;
  }

  get onGone(): (() => void) | undefined {
    return this.pace.onGone;
  }

  set onGone(handler: (() => void) | undefined) {
    this.pace.onGone = handler;
  }
}
