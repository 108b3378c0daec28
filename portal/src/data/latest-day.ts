import { dayOfText } from '../time/days.js';

/**
 * Returns the day of the newest time that is not in the future. A range that ends with it contains data even if the
 * device stopped reporting long ago. Ignores future times of devices with a fast clock.
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
