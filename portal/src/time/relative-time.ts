import { countDays, dayOf } from './days.js';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/**
 * Units and their lengths in days. A time of less than two units has a smaller unit, so that rounding
 * changes it by at most a quarter.
 */
const LARGE_UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365.25],
  ['month', 30.44],
  ['week', 7],
];

/** Formats a time such as "3 minutes ago". Days are calendar days in the time zone, so "yesterday" is exact. */
export function formatRelativeTime(then: number, now: number, locale: string, timeZone: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const seconds = (then - now) / 1000;
  const elapsed = Math.abs(seconds);
  if (elapsed < MINUTE_S) return format.format(0, 'second');
  if (elapsed < HOUR_S) return format.format(Math.trunc(seconds / MINUTE_S), 'minute');
  const startdate = dayOf(new Date(now), timeZone);
  const enddate = dayOf(new Date(then), timeZone);
  const days = countDays({ startdate, enddate }) - 1;
  if (elapsed < DAY_S || days === 0) return format.format(Math.trunc(seconds / HOUR_S), 'hour');
  for (const [unit, size] of LARGE_UNITS)
    if (Math.abs(days) >= 2 * size) return format.format(Math.round(days / size), unit);
  return format.format(days, 'day');
}
