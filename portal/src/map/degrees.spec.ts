import { degreesApart } from './degrees.js';

test.each([
  ['a screen', 1200, 30],
  ['a tablet', 700, 30],
  ['a telephone', 312, 60],
  ['the smallest telephone', 272, 90],
])('the names of the meridians of the whole world stand apart on %s', (_name, width, step) => {
  expect(degreesApart(360 / width)).toBe(step);
  expect((step * width) / 360).toBeGreaterThan(45);
});

test('closer in, steps are those that read well', () => {
  expect([0.1, 0.05, 0.001].map(degreesApart)).toEqual([10, 5, 0.1]);
});

test('steps grow with what there is to see', () => {
  const steps = Array.from({ length: 200 }, (_, index) => degreesApart((index + 1) / 100));
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
});
