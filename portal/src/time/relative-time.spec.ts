import { formatRelativeTime } from './relative-time.js';

const NOW = Date.parse('2026-04-12T20:00:00+02:00');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const format = (ago: number, locale = 'en-GB', zone = 'Europe/Berlin') =>
  formatRelativeTime(NOW - ago, NOW, locale, zone);

test.each([
  [0, 'now'],
  [90_000, '1 minute ago'],
  [59.9 * 60_000, '59 minutes ago'],
  [3 * HOUR, '3 hours ago'],
  [23.5 * HOUR, '23 hours ago'],
  [25 * HOUR, 'yesterday'],
  [43 * HOUR, 'yesterday'],
  [45 * HOUR, '2 days ago'],
  [13 * DAY, '13 days ago'],
  [14 * DAY, '2 weeks ago'],
  [20 * DAY, '3 weeks ago'],
  [45 * DAY, '6 weeks ago'],
  [70 * DAY, '2 months ago'],
  [400 * DAY, '13 months ago'],
  [800 * DAY, '2 years ago'],
])('formats a time %d ms ago', (ago, words) => {
  expect(format(ago)).toBe(words);
});

test('"yesterday" follows the calendar in the time zone of the enterprise', () => {
  const evening = Date.parse('2026-04-10T23:30:00+02:00');
  const [early, late] = ['2026-04-12T00:30:00+02:00', '2026-04-11T23:45:00+02:00'].map(Date.parse);
  expect(formatRelativeTime(evening, early!, 'en-GB', 'Europe/Berlin')).toBe('2 days ago');
  expect(formatRelativeTime(evening, late!, 'en-GB', 'Europe/Berlin')).toBe('yesterday');
  expect(formatRelativeTime(evening, early!, 'en-GB', 'America/New_York')).toBe('yesterday');
});

test('a day of 25 hours is one day', () => {
  const [midnight, late] = ['2026-10-25T00:00:00+02:00', '2026-10-25T23:30:00+01:00'].map(Date.parse);
  expect(formatRelativeTime(midnight!, late!, 'en-GB', 'Europe/Berlin')).toBe('24 hours ago');
});

test('formats a time in the future', () => {
  expect(format(-3 * HOUR)).toBe('in 3 hours');
  expect(format(-25 * HOUR)).toBe('tomorrow');
  expect(format(-30 * DAY)).toBe('in 4 weeks');
});

test('German has a word for the day before yesterday', () => {
  expect(format(45 * HOUR, 'de-DE')).toBe('vorgestern');
});
