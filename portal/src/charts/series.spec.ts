import { eachDay } from '../time/days.js';
import { barsFor, largestSeries, niceCeiling, OTHERS, sumById, ticks } from './series.js';

const day = (amount: number) => ({ day: '2026-04-01', values: { a: amount, b: 1 } });

test('an axis reaches up to the tallest bar', () => {
  expect(ticks([day(3), day(7)], 1)).toEqual([0, 2, 4, 6, 8]);
  expect(ticks([], 5)).toEqual([0, 5]);
});

test('any number of days has an axis', () => {
  expect(ticks(Array(500_000).fill(day(7)), 1)).toEqual([0, 2, 4, 6, 8]);
});

test('steps are round numbers', () => {
  expect([0.03, 1, 3, 70].map(niceCeiling)).toEqual([0.05, 1, 5, 100]);
});

test('amounts with any name are added up', () => {
  const names = ['constructor', '__proto__', 'a', '__proto__', 'constructor'];
  expect(Object.entries(sumById(names.map((name) => [name, 1])))).toEqual([
    ['constructor', 2],
    ['__proto__', 2],
    ['a', 1],
  ]);
});

describe('the largest of many', () => {
  const many = (count: number) => {
    const keys = [...Array(count).keys()].map((index) => [`key-${index}`, index + 1]);
    return [{ day: '2026-04-01', values: Object.fromEntries(keys) as Record<string, number> }];
  };
  const nameOf = (id: string) => (id === OTHERS ? 'others' : id);

  test('have a color each, and the others share one', () => {
    const { days, series } = largestSeries(many(60), nameOf);
    const labels = [59, 58, 57, 56, 55, 54, 53].map((number) => `key-${number}`);
    expect(series.map(({ label }) => label)).toEqual([...labels, 'others']);
    expect(days[0]?.values[OTHERS]).toBe((53 * 54) / 2);
  });

  test('are all series if there are enough colors', () => {
    expect(largestSeries(many(8), nameOf).series).toHaveLength(8);
    expect(largestSeries(many(8), nameOf).series.some(({ id }) => id === OTHERS)).toBe(false);
    expect(largestSeries(many(9), nameOf).series).toHaveLength(8);
  });

  test('are only series with a name', () => {
    const { series } = largestSeries(many(3), nameOf, (id) => id === 'key-2');
    expect(series.map(({ label }) => label)).toEqual(['key-1', 'key-0', 'others']);
  });
});

const PHONE = 280;
const SCREEN = 900;
const YEAR = { startdate: '2026-01-01', enddate: '2026-12-31' };

const daysOf = (startdate: string, enddate: string) =>
  eachDay({ startdate, enddate }).map((day) => ({ day, values: { a: 1, b: 2 } }));
const year = daysOf(YEAR.startdate, YEAR.enddate);

test('a bar is a day if the chart is wide enough', () => {
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
