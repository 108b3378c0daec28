import { setTimeout as wait } from 'node:timers/promises';
import type { Received } from '../http/http.js';

/** Retries until the claim neither throws nor returns false. */
export async function eventually(claim: () => unknown, withinMs = 5_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const isLast = Date.now() > deadline;
    try {
      if ((await claim()) !== false) return;
    } catch (error) {
      if (isLast) throw error;
    }
    if (isLast) throw new Error(`It was not so within ${withinMs} ms`);
    await wait(50);
  }
}

/** Retries up to 20 times after a 503, because a busy machine sheds load. */
export async function whenAdmitted(request: () => Promise<Received>): Promise<Received> {
  for (let tries = 1; ; tries++) {
    const received = await request();
    if (received.status !== 503 || tries === 20) return received;
    await wait(200);
  }
}
