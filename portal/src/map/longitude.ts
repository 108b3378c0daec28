/** A stretch of longitude: it begins in the west and may go on beyond the date line. */
export interface Arc {
  west: number;
  width: number;
}

const TURN = 360;

const eastwards = (degrees: number): number => ((degrees % TURN) + TURN) % TURN;

/** The same meridian, named from -180 up to but not including 180. */
export const wrapped = (lng: number): number => lng - TURN * Math.floor((lng + TURN / 2) / TURN);

/** The shortest arc with all of them on it. What it leaves out is the widest gap between neighbours. */
export function arcOf(lngs: readonly number[]): Arc {
  const sorted = lngs.map(wrapped).toSorted((a, b) => a - b);
  const [first = 0, last = first] = [sorted[0], sorted.at(-1)];
  let arc: Arc = { west: first, width: last - first };
  for (const [index, lng] of sorted.entries()) {
    const gap = lng - (sorted[index - 1] ?? lng);
    if (TURN - gap < arc.width) arc = { west: lng, width: TURN - gap };
  }
  return arc;
}

export function overlap(one: Arc, other: Arc): boolean {
  const offset = eastwards(one.west - other.west);
  return offset <= other.width || offset + one.width >= TURN;
}
