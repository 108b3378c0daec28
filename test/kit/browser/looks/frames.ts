import type { Page } from '@playwright/test';

/** How a page moved. */
export interface Motion {
  readonly frames: number;
  /** What the page itself did for a frame, on the average: scripts, styles, layout. */
  readonly workMs: number;
}

const FOLLOW = `(() => {
  window.motion = { frames: 0, isOver: false };
  const next = () => {
    motion.frames++;
    if (!motion.isOver) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;
const STOP = `(() => {
  motion.isOver = true;
  return motion.frames;
})()`;

/** Follows the frames of a page while something is done to it. */
export async function motionOf(page: Page, move: () => Promise<void>): Promise<Motion> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const worked = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  await page.evaluate(FOLLOW);
  const before = await worked();
  await move();
  const work = (await worked()) - before;
  const frames = (await page.evaluate<number>(STOP)) - 1; // the first began it
  return { frames, workMs: work / frames };
}
