/** Pages, their files and documents that leave in a second. A portal that is opened for the first time takes forty. */
const PER_SECOND = 500;
const BURST = 60;
const MOST_WAIT_MS = 1_000;

/** A rate limit for what needs no key: a flood of such requests must not slow the others. */
export class PagePace {
  /** When the next may be served: in the past after a pause. */
  private nextAt = -Infinity;

  /** How many milliseconds the next request has to wait; undefined if that is too long. */
  wait(now: number): number | undefined {
    const at = Math.max(this.nextAt, now - (BURST * 1000) / PER_SECOND);
    if (at - now > MOST_WAIT_MS) return undefined;
    this.nextAt = at + 1000 / PER_SECOND;
    return Math.max(0, at - now);
  }
}
