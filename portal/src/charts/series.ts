import type { DayRange } from '../api/types.js';
import { dayOfTimestamp, eachDay, mondayOf } from '../time/days.js';

/** The sum of each series. */
type Amounts = Readonly<Record<string, number>>;

export interface ChartDay {
  day: string;
  values: Amounts;
}

export interface Series {
  id: string;
  label: string;
  /** A color of the palette with a fixed meaning. Other series get the colors in turn. */
  color?: string;
}

const PALETTE_SIZE = 8;
/** The series of all amounts that have no color of their own. */
export const OTHERS = '\u0000rest';

export const colorOf = ({ color }: Series, index: number): string =>
  `var(--${color ?? `chart-${(index % PALETTE_SIZE) + 1}`})`;

export interface Amount {
  /** The hour as the service returns it. */
  at: string | null;
  series: string;
  amount: number;
}

/** Adds up amounts by day and series. Days without amounts are included. */
export function sumByDay(range: DayRange, amounts: readonly Amount[]): ChartDay[] {
  const byDay = Map.groupBy(amounts, ({ at }) => dayOfTimestamp(at ?? ''));
  return eachDay(range).map((day) => {
    const ofDay = byDay.get(day) ?? [];
    return { day, values: sumById(ofDay.map(({ series, amount }) => [series, amount])) };
  });
}

/** Adds up amounts with the same id. */
export function sumById(amounts: readonly (readonly [id: string, amount: number])[]): Amounts {
  const sums = Object.create(null) as Record<string, number>; // an app may be named `constructor` or `__proto__`
  for (const [id, amount] of amounts) sums[id] = (sums[id] ?? 0) + amount;
  return sums;
}

const NICE_FACTORS = [1, 2, 5, 10];

/** Returns the smallest of 1, 2, 5, 10, 20 and so on that is at least `least`. */
export function niceCeiling(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * (NICE_FACTORS.find((factor) => factor * power >= least) ?? 10);
}

const TARGET_STEPS = 4;

/** Returns a few values for an axis: multiples of a unit, up to the tallest bar. */
export function ticks(bars: readonly { values: Amounts }[], unit: number): number[] {
  const heightOf = (values: Amounts) => Object.values(values).reduce((sum, amount) => sum + amount, 0);
  const tallest = bars.reduce((most, { values }) => Math.max(most, heightOf(values)), unit);
  const step = unit * Math.max(niceCeiling(tallest / unit / TARGET_STEPS), 1);
  return Array.from({ length: Math.ceil(tallest / step) + 1 }, (_, index) => index * step);
}

/**
 * Keeps the largest series, up to one for each color. Combines all others, and those without a name, under `OTHERS`.
 */
export function largestSeries(
  chartDays: readonly ChartDay[],
  nameOf: (id: string) => string,
  isNameless: (id: string) => boolean = () => false,
): { days: readonly ChartDay[]; series: Series[] } {
  const all = Object.entries(sumById(chartDays.flatMap(({ values }) => Object.entries(values))))
    .filter(([, sum]) => sum > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([id]) => id);
  const named = all.filter((id) => !isNameless(id));
  const doAllFit = named.length === all.length && named.length <= PALETTE_SIZE;
  const kept = doAllFit ? named : named.slice(0, PALETTE_SIZE - 1);
  const series: Series[] = kept.map((id) => ({ id, label: nameOf(id) }));
  if (kept.length < all.length) series.push({ id: OTHERS, label: nameOf(OTHERS), color: 'chart-rest' });
  const combineOthers = (values: Amounts) =>
    sumById(Object.entries(values).map(([id, amount]) => [kept.includes(id) ? id : OTHERS, amount]));
  return { days: chartDays.map(({ day, values }) => ({ day, values: combineOthers(values) })), series };
}

/** A bar of a chart: a day, or a week if days would be too narrow. */
export interface Bar {
  /** The first and last day, inclusive. */
  first: string;
  last: string;
  values: Amounts;
}

/** The approximate width of the amounts on the axis. */
export const AXIS_PX = 60;
/** The least width of a bar with the space around it. */
const MIN_BAR_PX = 2.5;

/** Returns the bars of a chart with this width. The first and last week may be incomplete. */
export function barsFor(days: readonly ChartDay[], width: number): { bars: Bar[]; isWeekly: boolean } {
  const isWeekly = (width - AXIS_PX) / days.length < MIN_BAR_PX;
  const bars = new Map<string, Bar>();
  for (const { day, values } of days) {
    const start = isWeekly ? mondayOf(day) : day;
    const { first = day, values: before = {} } = bars.get(start) ?? {};
    const both = sumById([...Object.entries(before), ...Object.entries(values)]);
    bars.set(start, { first, last: day, values: both });
  }
  return { bars: [...bars.values()], isWeekly };
}
