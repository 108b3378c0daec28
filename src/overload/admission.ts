/** What a request asks for, the dearest first: when there is too much to do it is refused in this order. */
export type Kind = 'bulk' | 'list' | 'detail' | 'page';

/** How long a request of each kind may have to wait for those before it, in seconds. */
const PATIENCE: Readonly<Record<Kind, number>> = { bulk: 0.06, list: 0.15, detail: 0.25, page: 1 };
/** So many requests at once are never too many. */
const ALWAYS = 16;
/** Requests a second that the service is trusted with until it shows what it can do. */
const ASSUMED_RATE = 1_500;
/** One pause, however long, is not yet a load: it takes several to refuse everything. */
const LONGEST_DELAY = 0.5;
/** How much of the newest measurement goes into the rate and the delay. */
const WEIGHT = 0.3;

/**
 * Decides which requests are taken on. The wait of a new one is the number of those that wait already over the rate at
 * which answers leave; what would wait too long is better refused at once. A busy event loop shortens the patience.
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
    // only somebody who has enough to do shows what he can do: with less, answers leave as slowly as requests come
    const isBusy = waiting >= Math.max(ALWAYS, this.rate * PATIENCE.detail) / 2;
    const rate = isBusy && this.wasBusy ? answered / seconds : ASSUMED_RATE;
    this.rate += (rate - this.rate) * WEIGHT;
    this.delay += (Math.min(delay, LONGEST_DELAY) - this.delay) * WEIGHT;
    this.wasBusy = isBusy;
  }
}
