import { dayOfText } from '../time/days.js';

/**
 * The day of the newest of these times: what happened in the days before it is worth seeing, however long ago that is. A
 * device whose clock is ahead reports times to come; they are not where the days end.
 */
export function latestDay(times: readonly (string | null)[], today: string): string {
  const days = times.flatMap((at) => at ?? []).map(dayOfText);
  return (
    days
      .filter((day) => day <= today)
      .toSorted()
      .at(-1) ?? today
  );
}
