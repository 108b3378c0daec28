export interface Point {
  x: number;
  y: number;
}

export interface Arrow extends Point {
  /** The direction in degrees, clockwise from the right. */
  angle: number;
}

const SPACING_PX = 90;
const MOST_ARROWS = 60;

/** Places arrows along a line on the screen, at equal distances, so that its direction is readable. */
export function arrowsAlong(line: readonly Point[]): Arrow[] {
  const arrows: Arrow[] = [];
  let untilNext = SPACING_PX / 2;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (!from) continue;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    while (length >= untilNext && length > 0 && arrows.length < MOST_ARROWS) {
      const part = untilNext / length;
      arrows.push({
        x: from.x + dx * part,
        y: from.y + dy * part,
        angle: (Math.atan2(dy, dx) * 180) / Math.PI,
      });
      untilNext += SPACING_PX;
    }
    untilNext -= length;
  }
  return arrows;
}
