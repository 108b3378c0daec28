import type { ZonedTime } from './zoned-time.js';

const DAY_MS = 86_400_000;

/** The longest retention period, a hundred years. */
export const MOST_KEPT_DAYS = 36_600;

/** Instants from `from` up to but not including `until`. */
export interface InstantRange {
  readonly from: number;
  readonly until: number;
}

/** Returns the day of a `YYYY-MM-DD`, counted from 1970-01-01; undefined if it does not exist. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const instant = Date.parse(`${text}T00:00:00.000Z`);
  const exists = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
  return exists ? instant / DAY_MS : undefined;
}

/** Returns the instants of the days from `first` to `last`, inclusive, in a zone (decision 0004). */
export function instantsOfDays(first: number, last: number, time: ZonedTime): InstantRange {
  return { from: startOfDay(first, time), until: startOfDay(last + 1, time) };
}

/** Returns the first instant of the day that is this number of days before the current one. */
export function startOfDayAgo(days: number, now: number, time: ZonedTime): number {
  const today = Math.floor((now + time.offsetAt(now)) / DAY_MS);
  return startOfDay(today - days, time);
}

/**
 * Returns the first instant whose local date is that day or later. A day may not begin at midnight (clocks may go forward then), and may
 * not exist at all (Samoa had no 2011-12-30).
 */
function startOfDay(day: number, time: ZonedTime): number {
  const midnight = day * DAY_MS;
  // the local clock is never more than a day from UTC: searches for the beginning of the day within these bounds
  let before = midnight - DAY_MS;
  let after = midnight + DAY_MS;
  const hasBegun = (instant: number): boolean => instant + time.offsetAt(instant) >= midnight;
  const guess = midnight - time.offsetAt(midnight);
  if (hasBegun(guess) && !hasBegun(guess - 1)) return guess;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (hasBegun(middle)) after = middle;
    else before = middle;
  }
  return after;
}
