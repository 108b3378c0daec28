import type { Page } from '@playwright/test';

/** How a page moved. */
export interface Motion {
  readonly frames: number;
  /** From frame to frame: with a processor that draws what a graphics card would, most of it is drawing. */
  readonly medianMs: number;
  /** What the page itself did for a frame, on the average: scripts, styles, layout. */
  readonly workMs: number;
  /** Its longest piece of work: for so long it answers nobody. */
  readonly longestMs: number;
}

const FOLLOW = `(() => {
  const seen = (window.motion = { frames: [], tasks: [0], isOver: false });
  seen.observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  });
  seen.observer.observe({ type: 'longtask' });
  const next = (at) => {
    seen.frames.push(at);
    if (!seen.isOver) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;
const STOP = `(() => {
  motion.isOver = true;
  motion.observer.disconnect();
  return { frames: motion.frames, tasks: motion.tasks };
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
  const { frames, tasks } = await page.evaluate<{ frames: number[]; tasks: number[] }>(STOP);
  const steps = frames.slice(1).map((at, index) => at - frames[index]!);
  return {
    frames: steps.length,
    medianMs: steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0,
    workMs: work / steps.length,
    longestMs: Math.max(...tasks),
  };
}
