export const HEIGHT = 260;
/** Between the bars and the labels of their axes. */
export const LABEL_GAP = 8;
const MARGIN = 4;
const TOP = 8;
/** What the days below the bars take. */
const DAYS_PX = 30;
/** How much of its place a bar leaves free on either side. */
const FREE = 0.1;
const WIDEST_BAR = 48;

/** Where the bars stand in the picture, in pixels. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
  margin: number;
  /** What each bar has, with the space around it. */
  band: number;
  barWidth: number;
  /** From where a band begins to where its bar does. */
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

/** Where a bar begins, and where the middle of its band is. */
export function placeOf({ left, band, indent }: Plot, index: number): { bar: number; centre: number } {
  return { bar: left + band * index + indent, centre: left + band * (index + 0.5) };
}
