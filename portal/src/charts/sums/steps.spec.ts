import { niceAbove } from './steps.js';

test('steps read well', () => {
  expect([0.03, 1, 3, 70].map(niceAbove)).toEqual([0.05, 1, 5, 100]);
});
