interface Queue {
  readonly most: number;
  readonly waitMs: number;
  readonly error: () => Error;
}

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

  release(): void {
    const [next] = this.queue;
    if (next) next();
    else this.inUse--;
  }
}
