import fc from 'fast-check';
import { idsOf, lengthOf, readRuns, runsOf, sliceRuns, writeRuns } from './id-ranges.js';

const id = fc.oneof(fc.integer({ min: -20, max: 60 }), fc.maxSafeInteger());
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 60 });
const ascending = (some: readonly number[]): number[] => [...some].sort((one, other) => one - other);

describe('Runs of identifiers', () => {
  it('are short for those that follow each other', () => {
    expect(writeRuns(runsOf([7, 5, 6, 9, 5]))).toBe('5+2 2');
    expect(readRuns('5+2 2')).toEqual([
      { first: 5, last: 7 },
      { first: 9, last: 9 },
    ]);
  });

  it('hold each identifier once, ascending, in as few runs as there are', () => {
    fc.assert(
      fc.property(ids, (some) => {
        const runs = runsOf([...some, ...some]);
        expect(runs.flatMap(idsOf)).toEqual(ascending(some));
        expect(lengthOf(runs)).toBe(some.length);
        for (const [at, { last }] of runs.entries())
          expect(runs[at + 1]?.first ?? Infinity).toBeGreaterThan(last + 1);
      }),
    );
  });

  it('are read as they were written, whatever numbers they are', () => {
    fc.assert(
      fc.property(ids, (some) => {
        expect(readRuns(writeRuns(runsOf(some)))).toEqual(runsOf(some));
      }),
      { examples: [[[-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1]]] },
    );
  });

  it('are cut anywhere: the slices together are the whole', () => {
    fc.assert(
      fc.property(ids, fc.nat(70), fc.integer({ min: 0, max: 70 }), (some, passed, most) => {
        const runs = runsOf(some);
        expect(sliceRuns(runs, passed, most).flatMap(idsOf)).toEqual(
          ascending(some).slice(passed, passed + most),
        );
        expect(sliceRuns(runs, passed, Number.MAX_SAFE_INTEGER).flatMap(idsOf)).toEqual(
          ascending(some).slice(passed),
        );
      }),
    );
  });

  it('that cannot be read are an error, and not a gap', () => {
    for (const text of ['', '5 ', '5+', 'x', '5+-1', '5,6']) expect(() => readRuns(text)).toThrow('ledger');
  });
});
