import { add, type Sum } from './grouped-sums.js';

/** The summed columns, and `total` if there are several. */
export type Totals = Readonly<Record<string, number>>;
export type SummaryRow = Readonly<{ key: string }> & Readonly<Record<string, number | string>>;

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
