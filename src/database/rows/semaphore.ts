/** Lets `permits` callers proceed at the same time. Up to `maxWaiting` others wait. Rejects the rest with `refusal`. */
export class Semaphore {
  private readonly queue = new Set<() => void>();
  private inUse = 0;

  constructor(
    private readonly permits: number,
    private readonly maxWaiting: number,
    private readonly refusal: () => Error,
  ) {}

  async acquire(waitMs: number): Promise<void> {
    if (this.inUse < this.permits) {
      this.inUse++;
      return;
    }
    if (this.queue.size >= this.maxWaiting) throw this.refusal();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.queue.delete(proceed);
        reject(this.refusal());
      }, waitMs);
      const proceed = (): void => {
        clearTimeout(timer);
        this.queue.delete(proceed);
        resolve();
      };
      this.queue.add(proceed);
    });
  }

  release(): void {
    const [next] = this.queue;
    if (next) next();
    else this.inUse--;
  }
}
