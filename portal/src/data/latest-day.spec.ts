import { latestDay } from './latest-day.js';

const TODAY = '2026-04-12';

test('days end with the newest time', () => {
  expect(latestDay(['2026-03-01T10:00:00+01:00', null, '2026-03-07T23:00:00+01:00'], TODAY)).toBe(
    '2026-03-07',
  );
  expect(latestDay(['2026-04-12T23:59:59+02:00'], TODAY)).toBe(TODAY);
});

test('a clock that is ahead does not lead into the future', () => {
  expect(latestDay(['2099-01-01T00:00:00+01:00', '2026-03-07T23:00:00+01:00'], TODAY)).toBe('2026-03-07');
  expect(latestDay(['2099-01-01T00:00:00+01:00'], TODAY)).toBe(TODAY);
});

test('where nothing is known they end today', () => {
  expect(latestDay([null], TODAY)).toBe(TODAY);
});
