import { add, rowsOf, totalOf } from './grouped-sums.js';

const MOST = Number.MAX_SAFE_INTEGER;

describe('add', () => {
  it.each([
    [1, 2, 3],
    [MOST, 0, MOST],
    [MOST, 1, 2n ** 53n],
    [-MOST, -2, -(2n ** 53n) - 1n],
    [2n ** 63n, MOST, 2n ** 63n + 2n ** 53n - 1n],
    [2n ** 53n, -1, 2n ** 53n - 1n],
  ])('of %p and %p is exactly %p', (one, other, sum) => {
    expect(add(one, other)).toBe(sum);
    expect(add(other, one)).toBe(sum);
  });
});

describe('rowsOf', () => {
  const keysOf = (...parameters: Parameters<typeof rowsOf>): string[] =>
    rowsOf(...parameters).map(({ key }) => key);

  it('orders by sum, then by the bytes of the key', () => {
    const groups = [
      ['🚚', [1]],
      ['\uff5e', [1]],
      ['b', [1n]],
      ['a', [2n ** 64n]],
      ['B', [0]],
    ] as const;
    expect(keysOf(['screentime'], groups, 'sum', 10)).toEqual(['a', 'b', '\uff5e', '🚚', 'B']);
    expect(keysOf(['screentime'], groups, 'sum', 2)).toEqual(['a', 'b']);
    expect(keysOf(['screentime'], groups, 'key', 10)).toEqual(['B', 'a', 'b', '\uff5e', '🚚']);
  });

  it('rounds to the nearest double only what it shows', () => {
    const groups = [['a', [2n ** 53n, 1]]] as const;
    const numbers = { mobile: 2 ** 53, wifi: 1, total: 2 ** 53 };
    expect(rowsOf(['mobile', 'wifi'], groups, 'sum', 1)).toEqual([{ key: 'a', ...numbers }]);
    expect(totalOf(['mobile', 'wifi'], [...groups, ['b', [1, 0]]])).toEqual({
      ...{ mobile: 2 ** 53, wifi: 1 },
      total: 2 ** 53 + 2,
    });
  });
});
