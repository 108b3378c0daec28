/** The least distance between labels of an axis. */
const GAP_PX = 16;

export interface Label {
  index: number;
  x: number;
}

/**
 * Which places of an axis have a label: from the last one back, as many as stand apart from each other. The last is
 * moved left where it would leave the picture, and others that would leave it are left out.
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
