/** The minimum distance between two labels of an axis. */
const GAP_PX = 16;

export interface Label {
  index: number;
  x: number;
}

/**
 * Chooses the labels of an axis from the last to the first, so that none overlap. Moves the last
 * label left if it would overflow the chart, and skips other labels that would.
 */
export function labelled(places: readonly number[], widths: readonly number[], width: number): Label[] {
  const labels: Label[] = [];
  let end = width;
  for (let index = places.length - 1; index >= 0; index--) {
    const half = (widths[index] ?? 0) / 2;
    const place = places[index] ?? 0;
    const x = index === places.length - 1 ? Math.min(place, width - half) : place;
    if (x - half < 0 || x + half > end) continue;
    labels.push({ index, x });
    end = x - half - GAP_PX;
  }
  return labels;
}
