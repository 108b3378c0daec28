import { mondayOf } from '../../time/days.js';
import { sumsOf, type Amounts, type ChartDay } from './series.js';

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
