import { isBerlinHoliday } from './berlin-holidays.js';

const FIXED = ['01-01', '03-08', '05-01', '10-03', '12-25', '12-26'];

function holidaysOf(year: number): string[] {
  const days = Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(year, 0, 1 + at)).toISOString());
  return days
    .map((day) => day.slice(0, 10))
    .filter((day) => day.startsWith(`${year}`) && isBerlinHoliday(day));
}

it.each([
  [2026, ['04-03', '04-06', '05-14', '05-25']],
  [2027, ['03-26', '03-29', '05-06', '05-17']],
  [2028, ['04-14', '04-17', '05-25', '06-05']],
  [2038, ['04-23', '04-26', '06-03', '06-14']], // the latest possible Easter
  [2076, ['04-17', '04-20', '05-28', '06-08']], // one week earlier than the lunar rule alone
])('returns the holidays of %d', (year, aroundEaster) => {
  const expected = [...FIXED, ...aroundEaster].sort().map((day) => `${year}-${day}`);
  expect(holidaysOf(year)).toEqual(expected);
});
