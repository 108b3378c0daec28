/** Longer than the pause between two files of a worker, and shorter than jest waits for a worker to exit. */
const IDLE_MS = 250;

/**
 * Something that the test files of a jest worker share. The first user opens it. It closes when it has had no user for a
 * moment, because its open connections would keep the worker from exiting.
 */
export class Shared<T> {
  private opened: Promise<T> | undefined;
  private users = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly open: () => Promise<T>,
    private readonly close: (opened: T) => Promise<void>,
  ) {}

  get(): Promise<T> {
    this.users++;
    clearTimeout(this.idle);
    return (this.opened ??= this.open());
  }

  /** Call this once for each `get`. */
  release(): void {
    if (--this.users > 0) return;
    this.idle = setTimeout(() => {
      const { opened } = this;
      this.opened = undefined;
      void opened?.then((one) => this.close(one));
    }, IDLE_MS);
  }
}
