import type { ZonedTime } from './zoned-time.js';

const DAY_MS = 86_400_000;

/** Maximum retention period, 100 years. */
export const MAX_KEPT_DAYS = 36_600;

/** `until` is exclusive. */
export interface InstantRange {
  readonly from: number;
  readonly until: number;
}

export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00Z`); // `Date` takes February 30 as March 2
  return date.getUTCDate() === Number(text.slice(-2)) ? date.getTime() / DAY_MS : undefined;
}

/** Returns the instants of the days from `first` to `last`, inclusive (decision 0004). */
export function instantsOfDays(first: number, last: number, time: ZonedTime): InstantRange {
  return { from: startOfDay(first, time), until: startOfDay(last + 1, time) };
}

interface NamedDay extends InstantRange {
  /** `YYYY-MM-DD` */
  readonly name: string;
}

/** Returns each day from `first` to `last`, inclusive. */
export function eachDay(first: number, last: number, time: ZonedTime): NamedDay[] {
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const name = new Date((first + at) * DAY_MS).toISOString().slice(0, 10);
    return { name, ...instantsOfDays(first + at, first + at, time) };
  });
}

export function startOfDayAgo(days: number, now: number, time: ZonedTime): number {
  return startOfDay(time.dayAt(now) - days, time);
}

/** Returns the first instant of the day, which may be after midnight or on a later day (Samoa had no 2011-12-30). */
function startOfDay(day: number, time: ZonedTime): number {
  const midnight = day * DAY_MS;
  // Searches within one day of midnight UTC, because a local clock never differs more from UTC.
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
