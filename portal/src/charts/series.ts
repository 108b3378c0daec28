import type { DayRange } from '../api/records.js';
import { dayOfText, eachDay, mondayOf } from '../time/days.js';

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

/** A bar of a chart: a day, or a week if days would be too narrow. */
export interface Bar {
  /** The first and last day, inclusive. */
  first: string;
  last: string;
  values: Amounts;
}

export interface Bars {
  bars: readonly Bar[];
  isWeekly: boolean;
  /** True if the bars are wide enough for outlines. An outline would hide a narrow bar. */
  isOutlined: boolean;
}

/** The approximate width of the amounts on the axis. */
const AXIS_PX = 60;
/** The share of its band that a bar fills. */
const FILLED = 0.8;
const LEAST_PX = 2;
const LEAST_OUTLINED_PX = 6;

/** Returns the bars of a chart with this width. */
export function barsFor(days: readonly ChartDay[], width: number): Bars {
  const widthOf = (count: number) => (FILLED * (width - AXIS_PX)) / count;
  const isWeekly = widthOf(days.length) < LEAST_PX;
  const bars = isWeekly ? weeksOf(days) : days.map(({ day, values }) => ({ first: day, last: day, values }));
  return { bars, isWeekly, isOutlined: widthOf(bars.length) >= LEAST_OUTLINED_PX };
}

/** Groups days by calendar week, from Monday to Sunday. The first and last week may be incomplete. */
function weeksOf(days: readonly ChartDay[]): Bar[] {
  const weeks: Bar[] = [];
  for (const { day, values } of days) {
    const week = weeks.at(-1);
    if (week && mondayOf(week.first) === mondayOf(day))
      weeks.splice(-1, 1, { ...week, last: day, values: both(week.values, values) });
    else weeks.push({ first: day, last: day, values });
  }
  return weeks;
}

const both = (one: Amounts, other: Amounts): Amounts =>
  Object.fromEntries(sumsOf([...Object.entries(one), ...Object.entries(other)]));

/** The minimum distance between two labels of an axis. */
const GAP_PX = 16;

interface Label {
  index: number;
  x: number;
}

/**
 * Chooses the labels of an axis from the last to the first, so that none overlap. Moves the last
 * label left if it would overflow the chart, and skips other labels that would.
 */
export function labelled(places: readonly number[], widths: readonly number[], width: number): Label[] {
  const labels: Label[] = [];
  let end = width;
  for (let index = places.length - 1; index >= 0; index--) {
    const half = (widths[index] ?? 0) / 2;
    const place = places[index] ?? 0;
    const x = index === places.length - 1 ? Math.min(place, width - half) : place;
    if (x - half < 0 || x + half > end) continue;
    labels.push({ index, x });
    end = x - half - GAP_PX;
  }
  return labels;
}
