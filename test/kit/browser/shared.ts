/** Longer than the pause between two files of a worker, and shorter than jest waits for a worker to exit. */
const IDLE_MS = 250;

/**
 * Something that the test files of a jest worker share. The first file that needs it opens it. It closes after the last
 * file, because its open connections would keep the worker from exiting.
 */
export class Shared<T> {
  private opened: Promise<T> | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly open: () => Promise<T>,
    private readonly close: (opened: T) => Promise<void>,
  ) {}

  get(): Promise<T> {
    clearTimeout(this.idle);
    return (this.opened ??= this.open());
  }

  /** Call this after the last use in a file. */
  release(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      const { opened } = this;
      this.opened = undefined;
      void opened?.then((one) => this.close(one));
    }, IDLE_MS);
  }
}
