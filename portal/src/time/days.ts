import { parseDate } from '@internationalized/date';
import type { DayRange } from '../api/types.js';

const DAY_MS = 86_400_000;

/** Returns the day of an instant in a time zone, as `YYYY-MM-DD`. */
export function dayOf(instant: Date, timeZone: string): string {
  // the Swedish format is YYYY-MM-DD, as in the API
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
}

/** Returns the day of a timestamp of the service, which is in the enterprise's time zone already. */
export const dayOfTimestamp = (at: string): string => at.slice(0, 10);

/** Returns the instant at which a day ends in a time zone. */
export const endOfDay = (day: string, timeZone: string): Date =>
  parseDate(day).add({ days: 1 }).toDate(timeZone);

/** Returns the last day that begins before an instant, so at midnight the previous day. */
export const lastDayBefore = (instant: number, timeZone: string): string =>
  dayOf(new Date(instant - 1), timeZone);

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the range of `count` days that ends with `last`. */
export function rangeEndingOn(last: string, count: number): DayRange {
  return { startdate: addDays(last, 1 - count), enddate: last };
}

export function countDays({ startdate, enddate }: DayRange): number {
  return Math.round((Date.parse(enddate) - Date.parse(startdate)) / DAY_MS) + 1;
}

export function eachDay({ startdate, enddate }: DayRange): string[] {
  return Array.from({ length: countDays({ startdate, enddate }) }, (_, index) => addDays(startdate, index));
}

export function isWithin(day: string, { startdate, enddate }: DayRange): boolean {
  return startdate <= day && day <= enddate;
}

export function mondayOf(day: string): string {
  const afterMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -afterMonday);
}

/** Returns true for a valid day as `YYYY-MM-DD`. `Date` would take 31 February as a day in March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

const SHORT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };
const FULL: Intl.DateTimeFormatOptions = { ...SHORT, weekday: 'short', year: 'numeric' };

/** Formats a day for an axis or a table, such as "29 Mar". */
export function formatDay(day: string, locale: string, style: 'short' | 'full' = 'short'): string {
  return new Intl.DateTimeFormat(locale, style === 'short' ? SHORT : FULL).format(new Date(day));
}

/** Formats a range such as "Mon, 30 Mar – Sun, 5 Apr 2026", or one day if both are equal. */
export function formatDayRange(first: string, last: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, FULL).formatRange(new Date(first), new Date(last));
}

/** The largest number of days of a request and a chart. */
export const MAX_DAYS = 366;
/** The first valid day. An earlier year is an incomplete input. */
const FIRST_DAY = '2000-01-01';

export type DayRangeError = 'noDay' | 'tooEarly' | 'wrongOrder' | 'tooMany';

/** Returns why these days cannot be shown, or undefined if they can. */
export function validateDayRange(range: DayRange): DayRangeError | undefined {
  const { startdate, enddate } = range;
  const error = validateDay(startdate) ?? validateDay(enddate);
  if (error) return error;
  if (startdate > enddate) return 'wrongOrder';
  return countDays(range) > MAX_DAYS ? 'tooMany' : undefined;
}

export function validateDay(day: string): DayRangeError | undefined {
  if (!isDay(day)) return 'noDay';
  return day < FIRST_DAY ? 'tooEarly' : undefined;
}

/**
 * Returns the day of the newest time that is not in the future. A range that ends with it contains data even if the
 * device stopped reporting long ago. Ignores future times of devices with a fast clock.
 */
export function latestDay(times: readonly (string | null)[], today: string): string {
  const days = times.flatMap((at) => at ?? []).map(dayOfTimestamp);
  const past = days.filter((day) => day <= today);
  return past.toSorted().at(-1) ?? today;
}
