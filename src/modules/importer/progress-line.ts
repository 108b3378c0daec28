const WIDTH = 24;
const INTERVAL_MS = 100;

/** One line on a terminal that says how far a file is. Silent where there is no terminal. */
export class ProgressLine {
  private readonly started = performance.now();
  private shownAt = -Infinity;

  constructor(
    private readonly name: string,
    private readonly totalBytes: number,
    private readonly terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  ) {}

  show(bytes: number, records: number): void {
    const now = performance.now();
    if (!this.terminal.isTTY || now - this.shownAt < INTERVAL_MS) return;
    this.shownAt = now;
    const share = this.totalBytes > 0 ? Math.min(bytes / this.totalBytes, 1) : 0;
    const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.');
    const rate = Math.round(records / ((now - this.started) / 1000)).toLocaleString('en');
    this.terminal.write(`\r\x1b[2K${this.name} [${bar}] ${Math.floor(share * 100)} %  ${rate} rows/s`);
  }

  /** Leaves an empty line for what is printed next. */
  clear(): void {
    if (this.shownAt > 0) this.terminal.write('\r\x1b[2K');
  }
}
