export const HEIGHT = 260;
/** The gap between the bars and the labels of the axes. */
export const LABEL_GAP = 8;
const MARGIN = 4;
const TOP = 8;
/** The height of the labels below the bars. */
const DAYS_PX = 30;
/** The share of its band that a bar leaves free on each side. */
const FREE = 0.1;
const WIDEST_BAR = 48;

/** The geometry of the bars in pixels. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  margin: number;
  /** The width of a band: a bar with the space around it. */
  band: number;
  barWidth: number;
  /** The offset of a bar in its band. */
  indent: number;
}

export function plotOf(width: number, amountsWidth: number, count: number): Plot {
  const left = MARGIN + Math.round(amountsWidth + LABEL_GAP);
  const right = Math.max(width - MARGIN, left);
  const band = (right - left) / Math.max(count, 1);
  const filled = band * (1 - 2 * FREE);
  const whole = filled > 1 ? Math.floor(filled) : filled;
  const barWidth = Math.min(whole, WIDEST_BAR);
  const indent = band * FREE + (whole - barWidth) / 2;
  return { left, right, top: TOP, bottom: HEIGHT - DAYS_PX, margin: MARGIN, band, barWidth, indent };
}

/** Returns the start of a bar and the middle of its band. */
export function placeOf({ left, band, indent }: Plot, index: number): { bar: number; centre: number } {
  return { bar: left + band * index + indent, centre: left + band * (index + 0.5) };
}
