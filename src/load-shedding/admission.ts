/** What a request asks for, the most expensive first: under overload they are refused in this order. */
export type Kind = 'bulk' | 'list' | 'detail' | 'page';

/** How long a request of each kind may have to wait for those before it, in seconds. */
const PATIENCE: Readonly<Record<Kind, number>> = { bulk: 0.06, list: 0.15, detail: 0.25, page: 1 };
/** Concurrent requests that are always admitted. */
const ALWAYS = 16;
/** Capacity in requests a second until it has been measured. */
const ASSUMED_RATE = 1_500;
/** Of the event loop: one long pause alone is not an overload. */
const LONGEST_DELAY = 0.5;
/** Of the newest measurement in the moving averages. */
const WEIGHT = 0.3;

/**
 * Admission control. The latency of a new request is the number of those that wait over the throughput (Little's law); what would
 * wait too long is refused at once. A late event loop shortens the patience.
 */
export class Admission {
  private rate = ASSUMED_RATE;
  private delay = 0;
  private wasBusy = false;

  admits(kind: Kind, waiting: number): boolean {
    return waiting < Math.max(ALWAYS, this.rate * (PATIENCE[kind] - this.delay));
  }

  /** Learns from the last `seconds`: how many answers left, how many wait now, and by how much the event loop was late. */
  measure(seconds: number, answered: number, waiting: number, delay: number): void {
    // the throughput shows the capacity only under load: with less, answers leave as slowly as requests come
    const isBusy = waiting >= Math.max(ALWAYS, this.rate * PATIENCE.detail) / 2;
    const rate = isBusy && this.wasBusy ? answered / seconds : ASSUMED_RATE;
    this.rate += (rate - this.rate) * WEIGHT;
    this.delay += (Math.min(delay, LONGEST_DELAY) - this.delay) * WEIGHT;
    this.wasBusy = isBusy;
  }
}
