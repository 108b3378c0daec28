import type { Texts } from '../../texts/en.js';
import { addDays, dayLabel, dayOf } from '../../time/days.js';

const DAY_MS = 86_400_000;

interface Circumstances {
  now: number;
  zone: string;
  locale: string;
  /** The setting `MAX_KEY_DAYS` of the service. */
  mostDays: number | null;
}

/** Returns the last day that the service accepts. */
export const latestDay = ({ now, zone, mostDays }: { now: number; zone: string; mostDays: number }): string =>
  addDays(dayOf(new Date(now + mostDays * DAY_MS), zone), -1);

/**
 * Returns why a key cannot expire on this day, or undefined if it can. The service checks again with its own clock.
 */
export function endMistake(
  lastDay: string,
  { now, zone, locale, mostDays }: Circumstances,
  { form }: Texts,
): string | undefined {
  if (lastDay === '') return mostDays === null ? undefined : form.endMissing;
  if (lastDay < dayOf(new Date(now), zone)) return form.endPast;
  if (mostDays === null) return undefined;
  const latest = latestDay({ now, zone, mostDays });
  return lastDay > latest ? form.endTooFar(dayLabel(latest, locale, 'full')) : undefined;
}
