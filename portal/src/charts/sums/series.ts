import type { DayRange } from '../../api/records.js';
import { dayOfText, eachDay } from '../../time/days.js';

/** The sum of each series. */
export type Amounts = Readonly<Record<string, number>>;

export interface ChartDay {
  day: string;
  values: Amounts;
}

export interface Series {
  id: string;
  label: string;
  /** A color of the palette with a fixed meaning. Other series get the colors in turn. */
  colour?: string;
}

const PALETTE_SIZE = 8;
/** The series of all amounts that have no color of their own. */
export const REST = '\u0000rest';

export const colourOf = ({ colour }: Series, index: number): string =>
  `var(--${colour ?? `chart-${(index % PALETTE_SIZE) + 1}`})`;

interface Amount {
  /** The hour as the service returns it. */
  at: string | null;
  series: string;
  amount: number;
}

/** Adds up amounts by day and series. Days without amounts are included. */
export function perDay(range: DayRange, amounts: readonly Amount[]): ChartDay[] {
  const sums = new Map<string, Record<string, number>>(eachDay(range).map((day) => [day, {}]));
  for (const { at, series, amount } of amounts) {
    const values = sums.get(dayOfText(at ?? ''));
    if (values) values[series] = (values[series] ?? 0) + amount;
  }
  return [...sums].map(([day, values]) => ({ day, values }));
}

/** Adds up amounts with the same id. */
export function sumsOf(amounts: Iterable<readonly [id: string, amount: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [id, amount] of amounts) sums.set(id, (sums.get(id) ?? 0) + amount);
  return sums;
}

const NICE = [1, 2, 5, 10];

/** Returns the smallest of 1, 2, 5, 10, 20 and so on that is at least `least`. */
export function niceAbove(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * (NICE.find((factor) => factor * power >= least) ?? 10);
}

const STEPS = 4;

/** Returns a few values for an axis: multiples of a unit, up to the tallest bar. */
export function ticks(bars: readonly { values: Amounts }[], unit: number): number[] {
  const heightOf = (values: Amounts) => Object.values(values).reduce((sum, amount) => sum + amount, 0);
  const tallest = bars.reduce((most, { values }) => Math.max(most, heightOf(values)), unit);
  const step = unit * Math.max(niceAbove(tallest / unit / STEPS), 1);
  return Array.from({ length: Math.ceil(tallest / step) + 1 }, (_, index) => index * step);
}

/** Returns the sum of each series, the largest first. */
export function totals(chartDays: readonly ChartDay[]): [string, number][] {
  const sums = sumsOf(chartDays.flatMap(({ values }) => Object.entries(values)));
  return [...sums].filter(([, sum]) => sum > 0).toSorted(([, a], [, b]) => b - a);
}

/**
 * Keeps the largest series, up to one for each color. Combines all others, and those without a name, under `REST`.
 */
export function largest(
  chartDays: readonly ChartDay[],
  nameOf: (id: string) => string,
  isNameless: (id: string) => boolean = () => false,
): { days: readonly ChartDay[]; series: Series[] } {
  const all = totals(chartDays).map(([id]) => id);
  const named = all.filter((id) => !isNameless(id));
  const fit = named.length === all.length && named.length <= PALETTE_SIZE;
  const kept = fit ? named : named.slice(0, PALETTE_SIZE - 1);
  const series: Series[] = kept.map((id) => ({ id, label: nameOf(id) }));
  if (kept.length < all.length) series.push({ id: REST, label: nameOf(REST), colour: 'chart-rest' });
  return {
    days: chartDays.map(({ day, values }) => ({ day, values: withRest(values, new Set(kept)) })),
    series,
  };
}

function withRest(values: Amounts, kept: ReadonlySet<string>): Amounts {
  const shown = Object.entries(values).map(([id, amount]) => [kept.has(id) ? id : REST, amount] as const);
  return Object.fromEntries(sumsOf(shown));
}
