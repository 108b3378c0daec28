import { setTimeout as wait } from 'node:timers/promises';

/** Does something again and again, with pauses. Gives what ends that, and has all that came of it. */
export function again<Result>(task: () => Promise<Result>, pauseMs: number): () => Promise<Result[]> {
  let isOver = false;
  const goOn = async (): Promise<Result[]> => {
    const results: Result[] = [];
    while (!isOver) {
      results.push(await task());
      await wait(pauseMs);
    }
    return results;
  };
  const doing = goOn();
  return () => {
    isOver = true;
    return doing;
  };
}
