/** Identifiers in a row, both ends included. */
export interface IdRun {
  readonly first: number;
  readonly last: number;
}

const STEP = /^(-?\d+)(?:\+(\d+))?$/;

/** The runs that the identifiers make, in ascending order. */
export function runsOf(ids: Iterable<number>): IdRun[] {
  const runs: { first: number; last: number }[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.last === id - 1) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs;
}

/**
 * `5120342+9 3`: ten from 5120342 on, then the third after them. An export's identifiers mostly follow each other. The way from a very
 * low one to a very high one is too long for a number.
 */
export function writeRuns(runs: readonly IdRun[]): string {
  let end = 0;
  const steps = runs.map(({ first, last }) => {
    const step = `${BigInt(first) - BigInt(end)}${last > first ? `+${last - first}` : ''}`;
    end = last;
    return step;
  });
  return steps.join(' ');
}

export function readRuns(text: string): IdRun[] {
  let end = 0;
  return text.split(' ').map((step) => {
    const [, gap = '', more = '0'] = STEP.exec(step) ?? [];
    if (gap === '') throw new Error('The ledger has a line that cannot be read');
    const first = Number(BigInt(end) + BigInt(gap));
    end = first + Number(more);
    return { first, last: end };
  });
}

export const lengthOf = (runs: readonly IdRun[]): number =>
  runs.reduce((sum, { first, last }) => sum + (last - first + 1), 0);

/** The runs without their first `passed` identifiers, and of the others `most` at most. */
export function sliceRuns(runs: readonly IdRun[], passed: number, most: number): IdRun[] {
  const slice: IdRun[] = [];
  let [skip, room] = [passed, most];
  for (const { first, last } of runs) {
    const from = first + Math.min(skip, last - first + 1);
    skip -= from - first;
    const until = Math.min(last, from + room - 1);
    if (until < from) continue;
    slice.push({ first: from, last: until });
    room -= until - from + 1;
  }
  return slice;
}

export const idsOf = ({ first, last }: IdRun): number[] =>
  Array.from({ length: last - first + 1 }, (_none, at) => first + at);

/** Shorter runs are looked for one by one. */
const LONG_RUN = 32;

export type Condition = readonly [sql: string, ...parameters: number[]];

/** What stands behind the column of a statement for each run that is worth one, and for all others together. */
export function* conditionsOf(runs: readonly IdRun[]): Generator<Condition> {
  const isLong = ({ first, last }: IdRun): boolean => last - first + 1 >= LONG_RUN;
  for (const { first, last } of runs.filter(isLong)) yield ['BETWEEN ? AND ?', first, last];
  const single = runs.filter((run) => !isLong(run)).flatMap(idsOf);
  if (single.length > 0) yield [`IN (${single.map(() => '?').join(', ')})`, ...single];
}
