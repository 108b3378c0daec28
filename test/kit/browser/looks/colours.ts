import type { Locator } from '@playwright/test';

type Colour = readonly [red: number, green: number, blue: number];

/** Two colours that hardly anybody can tell apart. */
const NEAR = 12;

/** How many pixels of a part of the page have nearly this colour: what a canvas shows, nothing else says. */
export async function pixelsOf(part: Locator, colour: Colour): Promise<number> {
  const picture = (await part.screenshot()).toString('base64');
  // in a page without a policy, which lets pictures be taken apart
  const page = await part.page().context().newPage();
  const count = await page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4)
      if (${JSON.stringify(colour)}.every((part, index) => Math.abs(data[at + index] - part) < ${NEAR})) found++;
    return found;
  })()`);
  await page.close();
  return count;
}
