import type { ZonedTime } from './zoned-time.js';

const DAY_MS = 86_400_000;

/** So many days are the most that an enterprise can ask to have kept: a hundred years. */
export const MOST_KEPT_DAYS = 36_600;

/** Instants from `from` up to but not including `until`. */
export interface InstantRange {
  readonly from: number;
  readonly until: number;
}

/** The day of a `YYYY-MM-DD`, counted from 1970-01-01; undefined where there is no such day. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const instant = Date.parse(`${text}T00:00:00.000Z`);
  const exists = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
  return exists ? instant / DAY_MS : undefined;
}

/** All instants of the days from `first` to `last`, both included, in a zone (decision 0004). */
export function instantsOfDays(first: number, last: number, time: ZonedTime): InstantRange {
  return { from: startOfDay(first, time), until: startOfDay(last + 1, time) };
}

/** The first instant of the day so many days before the one that it is now. */
export function startOfDayAgo(days: number, now: number, time: ZonedTime): number {
  const today = Math.floor((now + time.offsetAt(now)) / DAY_MS);
  return startOfDay(today - days, time);
}

/**
 * The first instant whose local date is that day or later. A day need not begin at midnight (clocks may go forward
 * then) nor exist at all (Samoa had no 2011-12-30).
 */
function startOfDay(day: number, time: ZonedTime): number {
  const midnight = day * DAY_MS;
  // the local clock is never more than a day from UTC; within these bounds look for where the day begins
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
