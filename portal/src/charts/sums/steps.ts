const NICE = [1, 2, 5, 10];

/** The largest of 1, 2, 5, 10, 20 ... that is not more than this. */
export function niceBelow(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return power * (NICE.findLast((factor) => factor * power <= most) ?? 1);
}

/** The smallest of them that is not less than this. */
export function niceAbove(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * (NICE.find((factor) => factor * power >= least) ?? 10);
}

/** Nobody reads more marks than this; whoever asks for more has taken the wrong step. */
const MOST_MULTIPLES = 1000;

/** The multiples of a step between two values, with as many digits as the step has. */
export function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.min(Math.max(Math.floor(to / step) - first + 1, 0), MOST_MULTIPLES);
  const digits = digitsOf(step);
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(digits)));
}

export const digitsOf = (step: number): number => Math.max(0, -Math.floor(Math.log10(step)));
