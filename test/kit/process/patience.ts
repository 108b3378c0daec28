import { setTimeout as wait } from 'node:timers/promises';
import type { Received } from '../http/http.js';

/** Asks again until it neither throws nor says no, for what happens in the background. */
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

/** Tries again where the service sheds load, as it may on a busy machine: such requests count for nothing. */
export async function whenAdmitted(request: () => Promise<Received>): Promise<Received> {
  for (let tries = 1; ; tries++) {
    const received = await request();
    if (received.status !== 503 || tries === 20) return received;
    await wait(200);
  }
}
