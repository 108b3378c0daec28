import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/rows/reader.js';

const WAIT_MS = 1_500;
const REFUSED_AFTER_MS = 1_000;
/** Base pause after a chunk: n² times as long for n times as many long responses as the smallest enterprise has. */
const PAUSE_MS = 2;
/** A long response without a chunk for this time waits for the database, so others do not pause for it. */
const SENDS_WITHIN_MS = 30;
const tooMany = (): Error => new DatabaseUnavailable('too_many_long_answers');

export interface DownloadSlot {
  readonly enterprise: number;
  isHeld: boolean;
}

/**
 * Limits long responses, which hold a connection for as long as their client reads. An enterprise
 * may hold as many slots as are free, so a single enterprise gets up to half of them. A freed slot
 * goes to the enterprise with the fewest (decision 0006).
 */
export class DownloadSlots {
  private readonly held = new Map<number, number>();
  /** Functions that end the wait of a response. */
  private readonly queue = new Map<DownloadSlot, () => void>();
  private fewestSentAt = -Infinity;
  inUse = 0;

  constructor(private readonly slots: number) {}

  get queued(): number {
    return this.queue.size;
  }

  slotOf(enterprise: number): DownloadSlot {
    return { enterprise, isHeld: false };
  }

  take(slot: DownloadSlot): boolean {
    if (slot.isHeld) return true;
    const held = this.heldBy(slot.enterprise);
    if (held >= this.slots - this.inUse) return false;
    this.held.set(slot.enterprise, held + 1);
    this.inUse++;
    slot.isHeld = true;
    return true;
  }

  queuedBy(enterprise: number): number {
    return [...this.queue.keys()].filter((waiting) => waiting.enterprise === enterprise).length;
  }

  /** Queues up to half of the slots per enterprise. Rejects others after one second (decision 0015). */
  async wait(slot: DownloadSlot): Promise<void> {
    if (this.queuedBy(slot.enterprise) >= this.slots / 2) {
      await delay(REFUSED_AFTER_MS);
      throw tooMany();
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.queue.delete(slot);
        reject(tooMany());
      }, WAIT_MS);
      this.queue.set(slot, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  release(slot: DownloadSlot): void {
    if (!slot.isHeld) return;
    slot.isHeld = false;
    const left = this.heldBy(slot.enterprise) - 1;
    if (left > 0) this.held.set(slot.enterprise, left);
    else this.held.delete(slot.enterprise);
    this.inUse--;
    this.startNext();
  }

  /**
   * Delays an enterprise with at least twice as many long responses as the smallest one, because slots alone do not
   * share CPU time fairly. The smallest enterprise keeps half of its rate (decision 0006).
   */
  async yieldAfterChunk({ enterprise }: DownloadSlot, isClientSlow: boolean): Promise<void> {
    const times = Math.floor(this.heldBy(enterprise) / Math.min(...this.held.values()));
    const now = performance.now();
    if (times > 1 && now - this.fewestSentAt < SENDS_WITHIN_MS) await delay(PAUSE_MS * times ** 2);
    if (times < 2 && !isClientSlow) this.fewestSentAt = now;
  }

  /** Prefers the enterprise with the fewest slots, then the longest wait. */
  private startNext(): void {
    const [next] = [...this.queue].sort(
      ([one], [other]) => this.heldBy(one.enterprise) - this.heldBy(other.enterprise),
    );
    if (!next) return;
    const [slot, proceed] = next;
    if (!this.take(slot)) return;
    this.queue.delete(slot);
    proceed();
    this.startNext();
  }

  private heldBy(enterprise: number): number {
    return this.held.get(enterprise) ?? 0;
  }
}
