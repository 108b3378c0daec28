const NICE = [1, 2, 5, 10];

/** The smallest of 1, 2, 5, 10, 20 ... that is not less than this. */
export function niceAbove(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * (NICE.find((factor) => factor * power >= least) ?? 10);
}
