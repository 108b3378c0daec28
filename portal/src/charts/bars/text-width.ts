const FONT_PX = 12;
const context = document.createElement('canvas').getContext('2d');

/** Returns the width of a chart label in the font of the page. */
export function widthOfText(text: string): number {
  if (!context) return FONT_PX * text.length;
  context.font = `${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}
