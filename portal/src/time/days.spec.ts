import { latestDay, validateDayRange } from './days.js';

const validate = (startdate: string, enddate: string) => validateDayRange({ startdate, enddate });

test('days of a year can be shown', () => {
  expect(validate('2026-04-07', '2026-04-07')).toBeUndefined();
  expect(validate('2024-01-01', '2024-12-31')).toBeUndefined();
});

test.each(['', '2026-02-31', '2026-13-01', '2026-4-7', 'today', '12026-01-01'])(
  '"%s" is not a valid day',
  (day) => {
    expect(validate(day, '2026-04-07')).toBe('noDay');
    expect(validate('2026-04-07', day)).toBe('noDay');
  },
);

test('the first digits of a year that the user types are too early', () => {
  for (const year of ['0002', '0020', '0202', '1999'])
    expect(validate(`${year}-04-07`, '2026-04-07')).toBe('tooEarly');
});

test('the first day must not be after the last day', () => {
  expect(validate('2026-04-08', '2026-04-07')).toBe('wrongOrder');
});

test('more than 366 days are too many', () => {
  expect(validate('2025-04-07', '2026-04-07')).toBeUndefined();
  expect(validate('2025-04-06', '2026-04-07')).toBe('tooMany');
});

const TODAY = '2026-04-12';

test('the latest day is the day of the newest time', () => {
  expect(latestDay(['2026-03-01T10:00:00+01:00', null, '2026-03-07T23:00:00+01:00'], TODAY)).toBe(
    '2026-03-07',
  );
  expect(latestDay(['2026-04-12T23:59:59+02:00'], TODAY)).toBe(TODAY);
});

test('the latest day is never in the future', () => {
  expect(latestDay(['2099-01-01T00:00:00+01:00', '2026-03-07T23:00:00+01:00'], TODAY)).toBe('2026-03-07');
  expect(latestDay(['2099-01-01T00:00:00+01:00'], TODAY)).toBe(TODAY);
});

test('the latest day is today if no time is known', () => {
  expect(latestDay([null], TODAY)).toBe(TODAY);
});
