import { useMemo } from 'react';
import { useSession } from '../session/session.js';
import { useLanguage } from '../texts/language.js';

/** Returns a function that formats an instant with date and time in the enterprise's time zone. */
export function useAbsoluteTime(timeStyle: 'long' | 'short' = 'long'): (at: string) => string {
  const { locale } = useLanguage();
  const { time_zone: timeZone } = useSession();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone,
      dateStyle: 'medium',
      timeStyle,
    });
    return (at) => format.format(new Date(at));
  }, [locale, timeZone, timeStyle]);
}
