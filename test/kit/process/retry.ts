import { setTimeout as wait } from 'node:timers/promises';
import type { HttpResponse } from '../http/http.js';

/** Retries until the check neither throws nor returns false. */
export async function eventually(check: () => unknown, timeoutMs = 5_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const isLast = Date.now() > deadline;
    try {
      if ((await check()) !== false) return;
    } catch (error) {
      if (isLast) throw error;
    }
    if (isLast) throw new Error(`The condition was not met within ${timeoutMs} ms`);
    await wait(50);
  }
}

/** Retries up to 20 times after a 503, because a busy machine sheds load. */
export async function retryOn503(request: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt++) {
    const received = await request();
    if (received.status !== 503 || attempt === 20) return received;
    await wait(200);
  }
}
