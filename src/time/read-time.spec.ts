import { FIRST_INSTANT, LAST_INSTANT, parseTimestamp } from './read-time.js';

describe('parseTimestamp', () => {
  it.each([
    ['2026-03-29T08:15:30.123+02:00', '2026-03-29T06:15:30.123Z'],
    ['2026-03-29T08:15:30+0200', '2026-03-29T06:15:30.000Z'],
    ['2026-03-29T08:15:30-05:30', '2026-03-29T13:45:30.000Z'],
    ['2026-03-29T08:15:30Z', '2026-03-29T08:15:30.000Z'],
    ['2026-03-29T08:15:30-00:00', '2026-03-29T08:15:30.000Z'],
    ['2026-03-29T08:15:30.5Z', '2026-03-29T08:15:30.500Z'],
    ['2026-03-29T08:15:30.05Z', '2026-03-29T08:15:30.050Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['1969-12-31T23:59:59.250Z', '1969-12-31T23:59:59.250Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T00:00:00Z', '9999-12-31T00:00:00.000Z'],
  ])('reads %s', (text, instant) => {
    expect(parseTimestamp(text)).toBe(Date.parse(instant));
  });

  it('cuts what is finer than a millisecond', () => {
    expect(parseTimestamp('2026-03-29T08:15:30.123999999Z')).toBe(Date.parse('2026-03-29T08:15:30.123Z'));
    expect(parseTimestamp('1969-12-31T23:59:59.9999Z')).toBe(-1);
  });

  it.each([
    ['a day that the month does not have', '2026-02-29T00:00:00Z'],
    ['a leap day of a century', '1900-02-29T00:00:00Z'],
    ['April 31', '2026-04-31T00:00:00Z'],
    ['day 0', '2026-04-00T00:00:00Z'],
    ['month 0', '2026-00-10T00:00:00Z'],
    ['month 13', '2026-13-10T00:00:00Z'],
    ['hour 24', '2026-03-29T24:00:00Z'],
    ['minute 60', '2026-03-29T23:60:00Z'],
    ['second 60', '2026-06-30T23:59:60Z'],
    ['an offset of a day', '2026-03-29T08:15:30+24:00'],
    ['an offset with minute 60', '2026-03-29T08:15:30+01:60'],
    ['no offset', '2026-03-29T08:15:30'],
    ['an offset of hours alone', '2026-03-29T08:15:30+02'],
    ['no seconds', '2026-03-29T08:15+02:00'],
    ['a date alone', '2026-03-29'],
    ['a fraction without digits', '2026-03-29T08:15:30.Z'],
    ['a space for the T', '2026-03-29 08:15:30Z'],
    ['a line break at the end', '2026-03-29T08:15:30Z\n'],
    ['five digits of year', '12026-03-29T08:15:30Z'],
    ['digits of another script', '２０２６-03-29T08:15:30Z'],
  ])('refuses %s', (_what, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('knows the instants that every time zone shows with four digits of year', () => {
    expect(new Date(FIRST_INSTANT).toISOString()).toBe('0000-01-02T00:00:00.000Z');
    expect(new Date(LAST_INSTANT).toISOString()).toBe('9999-12-31T00:00:00.000Z');
  });
});
