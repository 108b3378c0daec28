import { daysAfter } from '../seed/local-clock.js';

const FIXED: readonly string[] = ['01-01', '03-08', '05-01', '10-03', '12-25', '12-26'];
/** Good Friday, Easter Monday, Ascension Day and Whit Monday, in days after Easter Sunday. */
const AROUND_EASTER: readonly number[] = [-2, 1, 39, 50];

export function isBerlinHoliday(day: string): boolean {
  const easter = easterSunday(Number(day.slice(0, 4)));
  return FIXED.includes(day.slice(5)) || AROUND_EASTER.some((days) => daysAfter(easter, days) === day);
}

/** Implements the rule of Gauss, valid from 1900 to 2099. */
function easterSunday(year: number): string {
  const moon = (19 * (year % 19) + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const isWeekEarlier = sunday === 6 && (moon === 29 || (moon === 28 && year % 19 > 10));
  return daysAfter(`${year}-03-22`, moon + sunday - (isWeekEarlier ? 7 : 0));
}
