import { largest, niceAbove, REST, ticks } from './series.js';

const day = (amount: number) => ({ day: '2026-04-01', values: { a: amount, b: 1 } });

test('an axis reaches up to the tallest bar', () => {
  expect(ticks([day(3), day(7)], 1)).toEqual([0, 2, 4, 6, 8]);
  expect(ticks([], 5)).toEqual([0, 5]);
});

test('any number of days has an axis', () => {
  expect(ticks(Array(500_000).fill(day(7)), 1)).toEqual([0, 2, 4, 6, 8]);
});

test('steps read well', () => {
  expect([0.03, 1, 3, 70].map(niceAbove)).toEqual([0.05, 1, 5, 100]);
});

describe('the largest of many', () => {
  const many = (count: number) => {
    const keys = [...Array(count).keys()].map((index) => [`key-${index}`, index + 1]);
    return [{ day: '2026-04-01', values: Object.fromEntries(keys) as Record<string, number> }];
  };
  const nameOf = (id: string) => (id === REST ? 'others' : id);

  test('have a colour each, and the others one together', () => {
    const { days, series } = largest(many(60), nameOf);
    const labels = [59, 58, 57, 56, 55, 54, 53].map((number) => `key-${number}`);
    expect(series.map(({ label }) => label)).toEqual([...labels, 'others']);
    expect(days[0]?.values[REST]).toBe((53 * 54) / 2);
  });

  test('are all of them where the colours suffice', () => {
    expect(largest(many(8), nameOf).series).toHaveLength(8);
    expect(largest(many(8), nameOf).series.some(({ id }) => id === REST)).toBe(false);
    expect(largest(many(9), nameOf).series).toHaveLength(8);
  });

  test('are only those with a name of their own', () => {
    const { series } = largest(many(3), nameOf, (id) => id === 'key-2');
    expect(series.map(({ label }) => label)).toEqual(['key-1', 'key-0', 'others']);
  });
});
