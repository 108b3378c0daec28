interface Queue {
  /** How many may wait. */
  readonly most: number;
  /** How long each may wait, where it does not say itself. */
  readonly waitMs: number;
  /** Why one that waited too long, or found the queue full, gets no permit. */
  readonly error: () => Error;
}

/** A bounded number of permits, with a bounded queue for them. */
export class Semaphore {
  private readonly queue = new Set<() => void>();
  inUse = 0;

  constructor(
    private readonly permits: number,
    private readonly limits: Queue,
  ) {}

  get queued(): number {
    return this.queue.size;
  }

  async acquire(waitMs = this.limits.waitMs): Promise<void> {
    if (this.inUse < this.permits) {
      this.inUse++;
      return;
    }
    const { most, error } = this.limits;
    if (this.queue.size >= most) throw error();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.queue.delete(proceed);
        reject(error());
      }, waitMs);
      const proceed = (): void => {
        clearTimeout(timer);
        this.queue.delete(proceed);
        resolve();
      };
      this.queue.add(proceed);
    });
  }

  /** Passes the permit on to the first in the queue. */
  release(): void {
    const [next] = this.queue;
    if (next) next();
    else this.inUse--;
  }
}
