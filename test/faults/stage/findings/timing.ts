import { count, quantile, type Stage } from '../stage.js';

const SHUFFLES = 400;
/** The share of chance results that would have to be more extreme: small, so that noise alone hardly ever fails the run. */
const LEAST_CHANCE = 0.005;

/** Measures both in turn, in changing order, so that what else the machine does meets both alike. */
export async function alternate(
  count: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []];
  for (let at = 0; at < count; at++) {
    const isFirst = Math.random() < 0.5;
    if (isFirst) samples[0].push(await one());
    samples[1].push(await other());
    if (!isFirst) samples[0].push(await one());
  }
  return samples;
}

/** Finds whether the times of two kinds of requests tell them apart. */
export function compareTimes(
  stage: Stage,
  promise: string,
  [one, other]: readonly [readonly number[], readonly number[]],
  [first, second]: readonly [string, string] = ['', ''],
): void {
  const chance = chanceOfDifference(one, other);
  const microseconds = (times: readonly number[]): string => count(quantile(times, 0.5) * 1000);
  stage.found(
    promise,
    chance >= LEAST_CHANCE,
    `medians ${microseconds(one)}${first} and ${microseconds(other)} µs${second} over ${count(one.length)} each; ` +
      `chance alone differs as much in ${Math.round(chance * 100)} % of shuffles`,
  );
}

/** How often two random halves of all samples have medians at least as far apart (a permutation test). */
function chanceOfDifference(one: readonly number[], other: readonly number[]): number {
  const difference = (first: readonly number[], second: readonly number[]): number =>
    Math.abs(quantile(first, 0.5) - quantile(second, 0.5));
  const seen = difference(one, other);
  const all = [...one, ...other];
  let asFar = 0;
  for (let shuffle = 0; shuffle < SHUFFLES; shuffle++) {
    for (let at = all.length - 1; at > 0; at--) {
      const to = Math.floor(Math.random() * (at + 1));
      [all[at], all[to]] = [all[to] ?? 0, all[at] ?? 0];
    }
    if (difference(all.slice(0, one.length), all.slice(one.length)) >= seen) asFar++;
  }
  return asFar / SHUFFLES;
}
