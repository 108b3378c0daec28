/** Lets `permits` callers proceed at the same time. Up to `most` others wait, each for up to `waitMs`. */
export class Semaphore {
  private readonly queue = new Set<() => void>();
  private inUse = 0;

  constructor(
    private readonly permits: number,
    private readonly limits: { readonly most: number; readonly waitMs: number; readonly error: () => Error },
  ) {}

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

  release(): void {
    const [next] = this.queue;
    if (next) next();
    else this.inUse--;
  }
}
