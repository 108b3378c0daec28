import type { JsonTarget, Row, Value } from '../rows/row-reader.js';

/** A row whose values are JavaScript's, as the embedded engine brings it. */
export class ValueRow implements Row {
  private values: readonly Value[] = [];
  private at = 0;

  /** Stands for another row from now on. */
  become(values: readonly Value[]): this {
    this.values = values;
    this.at = 0;
    return this;
  }

  writeText(to: JsonTarget): void {
    to.quoted(this.readText());
  }

  writeJson(to: JsonTarget): void {
    to.text(String(this.next() ?? 'null'));
  }

  readInteger(): number | null {
    const value = this.next();
    return value === null ? null : Number(value);
  }

  readText(): string {
    return String(this.next() ?? '');
  }

  private next(): Value {
    return this.values[this.at++] ?? null;
  }
}
