import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** A slice takes about as long as a batch of an import. */
export const ROWS_IN_SLICE = 1_000;

/**
 * Does slice after slice until one was the last, and rests behind each as long as it took: others have half of the time at least, on a
 * busy database more. Returns whether it came to the end.
 */
export async function inSlices(slice: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    await nextTurn(); // an embedded engine has not waited for anything
    if (signal.aborted) return false;
    const started = performance.now();
    if (await slice()) return true;
    await wait(performance.now() - started, undefined, { signal }).catch(() => undefined);
  }
}
