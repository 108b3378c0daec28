import { niceAbove } from '../charts/sums/steps.js';

/** As wide as the longest of their names: with fractions of a degree, and without. */
const LEAST_PIXELS = 84;
const LEAST_PIXELS_WHOLE = 48;
/** Where a step of 20 degrees would be too little, the world is cut into equal parts. */
const LARGE_STEPS = [30, 60, 90, 180];

/** How many degrees stand between two lines, so that the names of the lines stand apart. */
export function degreesApart(degreesPerPixel: number): number {
  const step = niceAbove(degreesPerPixel * LEAST_PIXELS);
  const [least = step] = LARGE_STEPS;
  if (step < least) return step;
  return LARGE_STEPS.find((large) => large >= degreesPerPixel * LEAST_PIXELS_WHOLE) ?? 180;
}
