/** Pages, their files and documents that leave in a second. A portal that is opened for the first time takes forty. */
const PER_SECOND = 500;
/** So many may leave at once after a pause. */
const BURST = 60;
/** Who would have to wait longer comes back later. */
const MOST_WAIT_MS = 1_000;

/** What anybody may ask for without a key leaves at a bounded pace, so that asking for it as fast as one can costs nobody else an answer. */
export class PagePace {
  /** When the next would leave if every place before it was taken: in the past after a pause. */
  private nextAt = -Infinity;

  /** How long the next request has to wait for its place, in milliseconds; undefined if that is too long. */
  wait(now: number): number | undefined {
    const at = Math.max(this.nextAt, now - (BURST * 1000) / PER_SECOND);
    if (at - now > MOST_WAIT_MS) return undefined;
    this.nextAt = at + 1000 / PER_SECOND;
    return Math.max(0, at - now);
  }
}
