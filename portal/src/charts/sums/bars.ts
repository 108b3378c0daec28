import { mondayOf } from '../../time/days.js';
import { sumsOf, type Amounts, type ChartDay } from './series.js';

/** A bar of a chart: a day, or a week if days would be too narrow. */
export interface Bar {
  /** The first and last day, both included. */
  first: string;
  last: string;
  values: Amounts;
}

export interface Bars {
  bars: readonly Bar[];
  isWeekly: boolean;
  /** Whether they are wide enough for a line around each part; on a narrow bar it would leave nothing to see. */
  isOutlined: boolean;
}

/** About what the amounts beside the bars take. */
const AXIS_PX = 60;
/** How much of its place a bar fills; the rest stands between it and the next. */
const FILLED = 0.8;
const LEAST_PX = 2;
const LEAST_OUTLINED_PX = 6;

/** The bars for days in a picture of this width. */
export function barsFor(days: readonly ChartDay[], width: number): Bars {
  const widthOf = (count: number) => (FILLED * (width - AXIS_PX)) / count;
  const isWeekly = widthOf(days.length) < LEAST_PX;
  const bars = isWeekly ? weeksOf(days) : days.map(({ day, values }) => ({ first: day, last: day, values }));
  return { bars, isWeekly, isOutlined: widthOf(bars.length) >= LEAST_OUTLINED_PX };
}

/** Weeks of the calendar, from Monday to Sunday; the first and the last have only the days that are there. */
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
