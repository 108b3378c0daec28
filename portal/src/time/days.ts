import { parseDate } from '@internationalized/date';
import type { DayRange } from '../api/records.js';

const DAY_MS = 86_400_000;

/** The day of an instant as YYYY-MM-DD in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  // Sweden writes dates the way the API does
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
}

/** The day that the service's own text of a time names: it is already in the enterprise's zone. */
export const dayOfText = (at: string): string => at.slice(0, 10);

/** The instant with which a day is over in a time zone. */
export const endOfDay = (day: string, timeZone: string): Date =>
  parseDate(day).add({ days: 1 }).toDate(timeZone);

/** The last day in a time zone that is not yet over at an instant; the last one that is, at midnight. */
export const lastDayBefore = (instant: number, timeZone: string): string =>
  dayOf(new Date(instant - 1), timeZone);

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The range of this many days that ends with `last`. */
export function daysUntil(last: string, count: number): DayRange {
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

/** Whether it is a day of the calendar as YYYY-MM-DD. A date takes the 31st of February for one in March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

const SHORT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };
const FULL: Intl.DateTimeFormatOptions = { ...SHORT, weekday: 'short', year: 'numeric' };

/** A day for a chart's axis or a table: "29 Mar". */
export function dayLabel(day: string, locale: string, style: 'short' | 'full' = 'short'): string {
  return new Intl.DateTimeFormat(locale, style === 'short' ? SHORT : FULL).format(new Date(day));
}

/** The days from one to another: "Mon, 30 Mar – Sun, 5 Apr 2026", or the one if they are the same. */
export function daysLabel(first: string, last: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, FULL).formatRange(new Date(first), new Date(last));
}
