import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/rows/reader.js';

const WAIT_MS = 1_500;
const REFUSED_AFTER_MS = 1_000;
/** An enterprise with twice as many long responses as another waits for four times this, one with three times as many for nine times. */
const PAUSE_MS = 2;
/** Responses that sent nothing for this long wait for the database. No response waits for them. */
const SENDS_WITHIN_MS = 30;
const tooMany = (): Error => new DatabaseUnavailable('too_many_long_answers');

interface Waiting {
  readonly enterprise: number;
  readonly proceed: () => void;
}

/**
 * For the answers that outgrow memory: each holds a connection for as long as its client reads, and slow clients must never use up
 * the connections. An enterprise may hold as many slots as are free then: half of them while it is alone, less the more there are,
 * and the next enterprise still finds some. A slot that comes back goes to the one that holds the fewest (decision 0006).
 */
export class DownloadSlots {
  private readonly held = new Map<number, number>();
  private readonly queue = new Set<Waiting>();
  /** When the enterprises with the fewest long responses last sent a piece. */
  private fewestSentAt = -Infinity;
  inUse = 0;

  constructor(private readonly slots: number) {}

  get queued(): number {
    return this.queue.size;
  }

  /** The slot of one answer, which it does not hold yet. */
  slotOf(enterprise: number): DownloadSlot {
    return new DownloadSlot(this, enterprise);
  }

  /** Takes a slot, if the enterprise may have one more at once. */
  take(enterprise: number): boolean {
    const held = this.heldBy(enterprise);
    if (held >= this.slots - this.inUse) return false;
    this.held.set(enterprise, held + 1);
    this.inUse++;
    return true;
  }

  /** Whether others of the enterprise wait already. */
  isWaitedFor(enterprise: number): boolean {
    for (const waiting of this.queue) if (waiting.enterprise === enterprise) return true;
    return false;
  }

  /** As many of an enterprise may wait as may be served while it is alone. The others are refused a second later, as in decision 0015. */
  async wait(enterprise: number): Promise<void> {
    const alike = [...this.queue].filter((waiting) => waiting.enterprise === enterprise);
    if (alike.length >= this.slots / 2) {
      await delay(REFUSED_AFTER_MS);
      throw tooMany();
    }
    await new Promise<void>((resolve, reject) => {
      const waiting = {
        enterprise,
        proceed: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.queue.delete(waiting);
        reject(tooMany());
      }, WAIT_MS);
      this.queue.add(waiting);
    });
  }

  giveBack(enterprise: number): void {
    const left = this.heldBy(enterprise) - 1;
    if (left > 0) this.held.set(enterprise, left);
    else this.held.delete(enterprise);
    this.inUse--;
    this.passOn();
  }

  /**
   * Resolves when a long response may send its next piece. Slots alone don't share out CPU time. So an enterprise with several times as
   * many long responses as the smallest one sends more slowly than that one, which keeps half of its rate (decision 0006).
   */
  async yieldAfterPiece(enterprise: number, isClientSlow: boolean): Promise<void> {
    const times = Math.floor(this.heldBy(enterprise) / Math.min(...this.held.values()));
    const now = performance.now();
    if (times > 1 && now - this.fewestSentAt < SENDS_WITHIN_MS) await delay(PAUSE_MS * times ** 2);
    if (times < 2 && !isClientSlow) this.fewestSentAt = now;
  }

  /** The one that holds the fewest is the first that may have another; of equals, who came first. */
  private passOn(): void {
    const [first, ...others] = this.queue;
    if (!first) return;
    const next = others.reduce(
      (fewest, waiting) =>
        this.heldBy(waiting.enterprise) < this.heldBy(fewest.enterprise) ? waiting : fewest,
      first,
    );
    if (!this.take(next.enterprise)) return;
    this.queue.delete(next);
    next.proceed();
    this.passOn();
  }

  heldBy(enterprise: number): number {
    return this.held.get(enterprise) ?? 0;
  }
}

/** The slot that an answer takes when it turns out to be long, and gives back at its end. */
export class DownloadSlot {
  private isHeld = false;

  constructor(
    private readonly slots: DownloadSlots,
    readonly enterprise: number,
  ) {}

  /** At once or not at all. */
  take(): boolean {
    this.isHeld ||= this.slots.take(this.enterprise);
    return this.isHeld;
  }

  /** Whether others of the enterprise wait for one. */
  get isWaitedFor(): boolean {
    return this.slots.isWaitedFor(this.enterprise);
  }

  async wait(): Promise<void> {
    await this.slots.wait(this.enterprise);
    this.isHeld = true;
  }

  giveBack(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.slots.giveBack(this.enterprise);
  }

  yieldAfterPiece(isClientSlow: boolean): Promise<void> {
    return this.slots.yieldAfterPiece(this.enterprise, isClientSlow);
  }
}
