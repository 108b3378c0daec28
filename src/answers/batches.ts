/** How long what comes next waits for the batch before it to be done. */
const PATIENCE_MS = 5;

/**
 * Collects what is asked for at the same time, or while a batch is under way, so that it goes to the database as one query. A batch
 * that was sent takes no more: it may have read the state before a change that whoever comes now must see.
 */
export class Batches<Item> {
  private readonly waiting: Item[] = [];
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly most: number,
    /** Deals with every item of the batch, also when something fails. */
    private readonly handle: (batch: readonly Item[]) => Promise<void>,
  ) {}

  add(item: Item): void {
    this.waiting.push(item);
    if (this.waiting.length > 1) return;
    if (this.underWay === 0) setImmediate(() => void this.send());
    else this.sendSoon();
  }

  private sendSoon(): void {
    this.timer = setTimeout(() => void this.send(), PATIENCE_MS);
  }

  private async send(): Promise<void> {
    clearTimeout(this.timer);
    const batch = this.waiting.splice(0, this.most);
    if (batch.length === 0) return;
    if (this.waiting.length > 0) this.sendSoon();
    this.underWay++;
    await this.handle(batch);
    this.underWay--;
    if (this.waiting.length > 0) void this.send();
  }
}

/** Few lengths of a list mean few statements for the server to prepare: it is filled up to a power of two. */
export function filledUp<Value>(values: readonly Value[]): Value[] {
  const missing = 2 ** Math.ceil(Math.log2(values.length)) - values.length;
  return [...values, ...values.slice(0, missing)];
}
