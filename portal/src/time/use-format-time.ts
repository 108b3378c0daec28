import { useMemo } from 'react';
import { useSession } from '../session/session.js';
import { useLanguage } from '../texts/language.js';
import { formatDay, endOfDay, lastDayBefore } from './days.js';

/** Returns a function that formats an instant with date and time in the enterprise's time zone. */
export function useFormatTime(timeStyle: 'long' | 'short' = 'long'): (at: string) => string {
  const { locale } = useLanguage();
  const { time_zone: timeZone } = useSession();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle });
    return (at) => format.format(new Date(at));
  }, [locale, timeZone, timeStyle]);
}

/**
 * Returns a function that formats an expiration: the last day if it is at midnight, because the next day reads like an
 * error, and otherwise day and time.
 */
export function useFormatExpiration(): (at: string) => string {
  const { locale } = useLanguage();
  const { time_zone: zone } = useSession();
  const formatTime = useFormatTime('short');
  return (at) => {
    const instant = Date.parse(at);
    const lastDay = lastDayBefore(instant, zone);
    const isMidnight = endOfDay(lastDay, zone).getTime() === instant;
    return isMidnight ? formatDay(lastDay, locale, 'full') : formatTime(at);
  };
}
