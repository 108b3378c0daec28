import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/rows/reader.js';

const WAIT_MS = 1_500;
const REFUSED_AFTER_MS = 1_000;
/**
 * Base pause after a chunk. An enterprise with n times as many long responses as the smallest one
 * pauses n² times as long.
 */
const PAUSE_MS = 2;
/** A long response without a chunk for this time waits for the database, so others do not pause for it. */
const SENDS_WITHIN_MS = 30;
const tooMany = (): Error => new DatabaseUnavailable('too_many_long_answers');

interface Waiting {
  readonly enterprise: number;
  readonly proceed: () => void;
}

/**
 * Limits long responses, which hold a connection for as long as their client reads. An enterprise
 * may hold as many slots as are free, so a single enterprise gets up to half of them. A freed slot
 * goes to the enterprise with the fewest (decision 0006).
 */
export class DownloadSlots {
  private readonly held = new Map<number, number>();
  private readonly queue = new Set<Waiting>();
  private fewestSentAt = -Infinity;
  inUse = 0;

  constructor(private readonly slots: number) {}

  get queued(): number {
    return this.queue.size;
  }

  slotOf(enterprise: number): DownloadSlot {
    return new DownloadSlot(this, enterprise);
  }

  take(enterprise: number): boolean {
    const held = this.heldBy(enterprise);
    if (held >= this.slots - this.inUse) return false;
    this.held.set(enterprise, held + 1);
    this.inUse++;
    return true;
  }

  queuedBy(enterprise: number): number {
    return [...this.queue].filter((waiting) => waiting.enterprise === enterprise).length;
  }

  /** Queues up to half of the slots per enterprise. Rejects others after one second (decision 0015). */
  async wait(enterprise: number): Promise<void> {
    if (this.queuedBy(enterprise) >= this.slots / 2) {
      await delay(REFUSED_AFTER_MS);
      throw tooMany();
    }
    await new Promise<void>((proceed, reject) => {
      const timer = setTimeout(() => {
        this.queue.delete(waiting);
        reject(tooMany());
      }, WAIT_MS);
      const waiting = {
        enterprise,
        proceed: () => {
          clearTimeout(timer);
          proceed();
        },
      };
      this.queue.add(waiting);
    });
  }

  release(enterprise: number): void {
    const left = this.heldBy(enterprise) - 1;
    if (left > 0) this.held.set(enterprise, left);
    else this.held.delete(enterprise);
    this.inUse--;
    this.startNext();
  }

  /**
   * Delays an enterprise with at least twice as many long responses as the smallest one, because slots alone do not
   * share CPU time fairly. The smallest enterprise keeps half of its rate (decision 0006).
   */
  async yieldAfterChunk(enterprise: number, isClientSlow: boolean): Promise<void> {
    const times = Math.floor(this.heldBy(enterprise) / Math.min(...this.held.values()));
    const now = performance.now();
    if (times > 1 && now - this.fewestSentAt < SENDS_WITHIN_MS) await delay(PAUSE_MS * times ** 2);
    if (times < 2 && !isClientSlow) this.fewestSentAt = now;
  }

  /** Prefers the enterprise with the fewest slots, then the longest wait. */
  private startNext(): void {
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
    this.startNext();
  }

  heldBy(enterprise: number): number {
    return this.held.get(enterprise) ?? 0;
  }
}

export class DownloadSlot {
  private isHeld = false;

  constructor(
    private readonly slots: DownloadSlots,
    private readonly enterprise: number,
  ) {}

  take(): boolean {
    this.isHeld ||= this.slots.take(this.enterprise);
    return this.isHeld;
  }

  get isWaitedFor(): boolean {
    return this.slots.queuedBy(this.enterprise) > 0;
  }

  async wait(): Promise<void> {
    await this.slots.wait(this.enterprise);
    this.isHeld = true;
  }

  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.slots.release(this.enterprise);
  }

  yieldAfterChunk(isClientSlow: boolean): Promise<void> {
    return this.slots.yieldAfterChunk(this.enterprise, isClientSlow);
  }
}
