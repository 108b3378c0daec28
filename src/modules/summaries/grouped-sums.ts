import type { Row } from '../../database/rows/reader.js';

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
export class GroupedSums {
  readonly groups = new Map<string | number, Sum[]>();
  private rows = 0;

  constructor(
    private readonly readKey: (row: Row) => string | number,
    private readonly columns: number,
  ) {}

  readonly take = (row: Row): boolean => {
    const key = this.readKey(row);
    let sums = this.groups.get(key);
    if (!sums) this.groups.set(key, (sums = Array<Sum>(this.columns).fill(0)));
    for (let at = 0; at < this.columns; at++) sums[at] = add(sums[at] ?? 0, row.readInteger() ?? 0);
    return ++this.rows % ROWS_BETWEEN_PAUSES === 0;
  };
}

/** The summed columns, and `total` if there are several. */
type Totals = Readonly<Record<string, number>>;
type SummaryRow = Readonly<{ key: string }> & Readonly<Record<string, number | string>>;

type Group = readonly [key: string, sums: readonly Sum[]];

export function totalOf(columns: readonly string[], groups: readonly Group[]): Totals {
  const sumOf = (at: number): Sum => groups.reduce<Sum>((sum, [, sums]) => add(sum, sums[at] ?? 0), 0);
  const sums = columns.map((_column, at) => sumOf(at));
  return shown(columns, sums);
}

/** Orders rows by key, or by their sum with the largest first and ties by key. */
export function rowsOf(
  columns: readonly string[],
  groups: readonly Group[],
  order: 'key' | 'sum',
  limit: number,
): SummaryRow[] {
  const ranked = groups.map(([key, sums]) => ({
    key,
    bytes: Buffer.from(key), // UTF-16 has another order
    sums,
    rank: order === 'key' ? 0 : Number(sums.reduce<Sum>(add, 0)),
  }));
  ranked.sort((one, other) => other.rank - one.rank || Buffer.compare(one.bytes, other.bytes));
  return ranked.slice(0, limit).map(({ key, sums }) => ({ key, ...shown(columns, sums) }));
}

function shown(columns: readonly string[], sums: readonly Sum[]): Totals {
  const values = Object.fromEntries(columns.map((column, at) => [column, Number(sums[at])]));
  return columns.length === 1 ? values : { ...values, total: Number(sums.reduce<Sum>(add, 0)) };
}
