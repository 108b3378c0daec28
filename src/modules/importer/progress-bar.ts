const WIDTH = 24;
const INTERVAL_MS = 100;

/** Shows on a terminal how much of a file is loaded. Prints nothing without a terminal. */
export class ProgressBar {
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

  /** Empties the line for the next output. */
  clear(): void {
    if (this.shownAt > 0) this.terminal.write('\r\x1b[2K');
  }
}
