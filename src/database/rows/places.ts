import { DatabaseUnavailable, type NoRowsReason } from './row-reader.js';

/** A bounded number of places. Whoever finds none free waits in line, but not for long. */
export class Places {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly places: number,
    private readonly limits: {
      readonly waitMs: number;
      readonly waiting: number;
      readonly why: NoRowsReason;
    },
  ) {
    this.free = places;
  }

  get running(): number {
    return this.places - this.free;
  }

  /** How many wait for one. */
  get waitedFor(): number {
    return this.waiting.size;
  }

  /** Takes a place if one is free at once. */
  tryEnter(): boolean {
    if (this.free === 0) return false;
    this.free--;
    return true;
  }

  /** Waits for a place. */
  async enter(): Promise<void> {
    if (this.tryEnter()) return;
    if (this.waiting.size >= this.limits.waiting) throw new DatabaseUnavailable(this.limits.why);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(enter);
        reject(new DatabaseUnavailable(this.limits.why));
      }, this.limits.waitMs);
      const enter = (): void => {
        clearTimeout(timer);
        this.waiting.delete(enter);
        resolve();
      };
      this.waiting.add(enter);
    });
  }

  /** Gives a place back: to the first who waits, if anybody does. */
  leave(): void {
    const [next] = this.waiting;
    if (next) next();
    else this.free++;
  }
}

/** How long an answer may wait to become a long one. */
const WAIT_MS = 1_500;
/** How many may wait. */
const WAITING = 1_000;

/**
 * The answers that outgrow memory hold a connection for as long as their client reads. They share a bounded number of
 * places, so that slow readers never take the connections of everybody else.
 */
export class LongReads extends Places {
  constructor(places: number) {
    super(places, { waitMs: WAIT_MS, waiting: WAITING, why: 'too_many_long_answers' });
  }
}
