import { padToPowerOfTwo } from './field-selection.js';

it.each([
  [['a'], ['a']],
  [
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'a'],
  ],
  [
    ['a', 'b', 'c', 'd', 'e'],
    ['a', 'b', 'c', 'd', 'e', 'a', 'b', 'c'],
  ],
])('fills %j up to a power of two', (values, filled) => {
  expect(padToPowerOfTwo(values)).toEqual(filled);
});
