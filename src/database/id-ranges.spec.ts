import fc from 'fast-check';
import { idsOf, countIds, parseRanges, rangesOf, sliceRanges, formatRanges } from './id-ranges.js';

const id = fc.oneof(fc.integer({ min: -20, max: 60 }), fc.maxSafeInteger());
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 60 });
const ascending = (some: readonly number[]): number[] => [...some].sort((one, other) => one - other);

describe('Ranges of identifiers', () => {
  it('are short for consecutive identifiers', () => {
    expect(formatRanges(rangesOf([7, 5, 6, 9, 5]))).toBe('5+2 2');
    expect(parseRanges('5+2 2')).toEqual([
      { first: 5, last: 7 },
      { first: 9, last: 9 },
    ]);
  });

  it('contain each identifier once, ascending, in as few ranges as possible', () => {
    fc.assert(
      fc.property(ids, (some) => {
        const ranges = rangesOf([...some, ...some]);
        expect(ranges.flatMap(idsOf)).toEqual(ascending(some));
        expect(countIds(ranges)).toBe(some.length);
        for (const [at, { last }] of ranges.entries())
          expect(ranges[at + 1]?.first ?? Infinity).toBeGreaterThan(last + 1);
      }),
    );
  });

  it('are read as they were written, for any numbers', () => {
    fc.assert(
      fc.property(ids, (some) => {
        expect(parseRanges(formatRanges(rangesOf(some)))).toEqual(rangesOf(some));
      }),
      { examples: [[[-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1]]] },
    );
  });

  it('can be split anywhere: the slices together are the whole', () => {
    fc.assert(
      fc.property(ids, fc.nat(70), fc.integer({ min: 0, max: 70 }), (some, passed, most) => {
        const ranges = rangesOf(some);
        expect(sliceRanges(ranges, passed, most).flatMap(idsOf)).toEqual(
          ascending(some).slice(passed, passed + most),
        );
        expect(sliceRanges(ranges, passed, Number.MAX_SAFE_INTEGER).flatMap(idsOf)).toEqual(
          ascending(some).slice(passed),
        );
      }),
    );
  });

  it('fail if they cannot be read, and leave no gap', () => {
    for (const text of ['', '5 ', '5+', 'x', '5+-1', '5,6'])
      expect(() => parseRanges(text)).toThrow('change log');
  });
});
