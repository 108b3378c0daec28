import type { DayRange } from '../api/records.js';
import { countDays, isDay } from './days.js';

/** The largest number of days of a request and a chart. */
export const MOST_DAYS = 366;
/** The first valid day. An earlier year is an incomplete input. */
const FIRST_DAY = '2000-01-01';

export type DayMistake = 'noDay' | 'tooEarly' | 'wrongOrder' | 'tooMany';

/** Returns why these days cannot be shown, or undefined if they can. */
export function mistakeIn(range: DayRange): DayMistake | undefined {
  const { startdate, enddate } = range;
  const found = mistakeInDay(startdate) ?? mistakeInDay(enddate);
  if (found) return found;
  if (startdate > enddate) return 'wrongOrder';
  return countDays(range) > MOST_DAYS ? 'tooMany' : undefined;
}

export function mistakeInDay(day: string): DayMistake | undefined {
  if (!isDay(day)) return 'noDay';
  return day < FIRST_DAY ? 'tooEarly' : undefined;
}
