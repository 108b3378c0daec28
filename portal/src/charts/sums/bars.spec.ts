import { eachDay } from '../../time/days.js';
import { barsFor } from './bars.js';

const PHONE = 280;
const SCREEN = 900;
const YEAR = { startdate: '2026-01-01', enddate: '2026-12-31' };

const daysOf = (startdate: string, enddate: string) =>
  eachDay({ startdate, enddate }).map((day) => ({ day, values: { a: 1, b: 2 } }));
const year = daysOf(YEAR.startdate, YEAR.enddate);

test('a bar stands for a day where there is room', () => {
  const { bars, isWeekly } = barsFor(daysOf('2026-04-01', '2026-04-30'), PHONE);
  expect(isWeekly).toBe(false);
  expect(bars).toHaveLength(30);
  expect(bars[0]).toEqual({ first: '2026-04-01', last: '2026-04-01', values: { a: 1, b: 2 } });
});

test.each([PHONE, SCREEN / 2, SCREEN])('the bars of a year can be seen in %d pixels', (width) => {
  const { bars } = barsFor(year, width);
  expect((width - 60) / bars.length).toBeGreaterThan(2);
});

test('a week goes from Monday to Sunday, and begins and ends with the chosen days', () => {
  const { bars, isWeekly } = barsFor(year, PHONE);
  expect(isWeekly).toBe(true);
  expect(bars[0]).toEqual({ first: '2026-01-01', last: '2026-01-04', values: { a: 4, b: 8 } });
  expect(bars[1]).toEqual({ first: '2026-01-05', last: '2026-01-11', values: { a: 7, b: 14 } });
  expect(bars.at(-1)).toEqual({ first: '2026-12-28', last: '2026-12-31', values: { a: 4, b: 8 } });
});
