import { multiples, niceAbove, niceBelow } from './steps.js';

test('steps read well', () => {
  expect([0.03, 1, 3, 70].map(niceAbove)).toEqual([0.05, 1, 5, 100]);
  expect([0.03, 1, 3, 70].map(niceBelow)).toEqual([0.02, 1, 2, 50]);
});

test('multiples have as many digits as their step', () => {
  expect(multiples(0.05, 0.35, 0.1)).toEqual([0.1, 0.2, 0.3]);
  expect(multiples(170, 200, 10)).toEqual([170, 180, 190, 200]);
  expect(multiples(1, 0, 1)).toEqual([]);
});

test('too small a step does not fill the memory', () => {
  expect(multiples(-180, 180, 1e-7).length).toBeLessThanOrEqual(1000);
});
