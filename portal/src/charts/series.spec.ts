import { ticks } from './series.js';

const day = (amount: number) => ({ day: '2026-04-01', values: { a: amount, b: 1 } });

test('an axis reaches up to the tallest bar', () => {
  expect(ticks([day(3), day(7)], 1)).toEqual([0, 2, 4, 6, 8]);
  expect(ticks([], 5)).toEqual([0, 5]);
});

test('any number of days has an axis', () => {
  expect(ticks(Array(500_000).fill(day(7)), 1)).toEqual([0, 2, 4, 6, 8]);
});
