import { placesOf } from './engine/upsert.js';
import type { Condition } from './rows/reader.js';

export interface IdRange {
  readonly first: number;
  readonly last: number;
}

const STEP = /^(-?\d+)(?:\+(\d+))?$/;

export function rangesOf(ids: Iterable<number>): IdRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range?.last === id - 1) range.last = id;
    else ranges.push({ first: id, last: id });
  }
  return ranges;
}

/**
 * Formats ranges as steps: `5120342+9 3` is 5120342 to 5120351, and then 5120354. Uses BigInt,
 * because the distance between two safe integers may not be a safe integer.
 */
export function formatRanges(ranges: readonly IdRange[]): string {
  let end = 0;
  const steps = ranges.map(({ first, last }) => {
    const step = `${BigInt(first) - BigInt(end)}${last > first ? `+${last - first}` : ''}`;
    end = last;
    return step;
  });
  return steps.join(' ');
}

export function parseRanges(text: string): IdRange[] {
  let end = 0;
  return text.split(' ').map((step) => {
    const [, gap = '', more = '0'] = STEP.exec(step) ?? [];
    if (gap === '') throw new Error('The change log has a line that cannot be parsed');
    const first = Number(BigInt(end) + BigInt(gap));
    end = first + Number(more);
    return { first, last: end };
  });
}

export const countIds = (ranges: readonly IdRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + (last - first + 1), 0);

export function sliceRanges(ranges: readonly IdRange[], passed: number, most: number): IdRange[] {
  let start = 0;
  return ranges.flatMap(({ first, last }) => {
    const from = first + Math.max(0, passed - start);
    const until = Math.min(last, first + (passed + most - 1 - start));
    start += last - first + 1;
    return from <= until ? [{ first: from, last: until }] : [];
  });
}

export const idsOf = ({ first, last }: IdRange): number[] =>
  Array.from({ length: last - first + 1 }, (_none, at) => first + at);

const LONG_RANGE = 32;

/** Returns conditions without their column: one for each long range, and one for all other ids. */
export function* conditionsOf(ranges: readonly IdRange[]): Generator<Condition> {
  const isLong = ({ first, last }: IdRange): boolean => last - first + 1 >= LONG_RANGE;
  for (const { first, last } of ranges.filter(isLong)) yield ['BETWEEN ? AND ?', first, last];
  const single = ranges.filter((range) => !isLong(range)).flatMap(idsOf);
  if (single.length > 0) yield [`IN ${placesOf(single)}`, ...single];
}
