import { niceAbove } from './steps.js';

/** One day of a chart: what each series amounts to. */
export interface ChartDay {
  day: string;
  values: Readonly<Record<string, number>>;
}

export interface Series {
  id: string;
  label: string;
  /** A colour of the palette that has a meaning of its own; otherwise series get one in turn. */
  colour?: string;
}

const PALETTE_SIZE = 8;

export const colourOf = ({ colour }: Series, index: number): string =>
  `var(--${colour ?? `chart-${(index % PALETTE_SIZE) + 1}`})`;

interface Amount {
  day: string;
  series: string;
  amount: number;
}

/** Adds up amounts by day and series; days without any are there with nothing. */
export function perDay(days: readonly string[], amounts: readonly Amount[]): ChartDay[] {
  const sums = new Map<string, Record<string, number>>(days.map((day) => [day, {}]));
  for (const { day, series, amount } of amounts) {
    const values = sums.get(day);
    if (values) values[series] = (values[series] ?? 0) + amount;
  }
  return [...sums].map(([day, values]) => ({ day, values }));
}

const STEPS = 4;

/** Values for an axis: whole multiples of a unit, a few of them, up to the tallest bar. */
export function ticks(chartDays: readonly ChartDay[], unit: number): number[] {
  const heightOf = ({ values }: ChartDay) => Object.values(values).reduce((sum, amount) => sum + amount, 0);
  const tallest = chartDays.reduce((most, day) => Math.max(most, heightOf(day)), unit);
  const step = unit * Math.max(niceAbove(tallest / unit / STEPS), 1);
  return Array.from({ length: Math.ceil(tallest / step) + 1 }, (_, index) => index * step);
}

/** What each series amounts to in all, the largest first. */
export function totals(chartDays: readonly ChartDay[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { values } of chartDays)
    for (const [id, amount] of Object.entries(values)) sums.set(id, (sums.get(id) ?? 0) + amount);
  return [...sums].filter(([, sum]) => sum > 0).toSorted(([, a], [, b]) => b - a);
}

/** Keeps the largest series and puts the others together under `rest`. */
export function withRest(chartDays: readonly ChartDay[], kept: readonly string[], rest: string): ChartDay[] {
  return chartDays.map(({ day, values }) => {
    const shown: Record<string, number> = {};
    for (const [id, amount] of Object.entries(values)) {
      const into = kept.includes(id) ? id : rest;
      shown[into] = (shown[into] ?? 0) + amount;
    }
    return { day, values: shown };
  });
}
