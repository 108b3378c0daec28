import type { JsonTarget, Row } from '../rows/row-reader.js';

const NULL = 0xfb;
const TWO_BYTES = 0xfc;
const THREE_BYTES = 0xfd;
const MINUS = 0x2d;
const ZERO = 0x30;

/**
 * A row as it came from a MySQL server in the text protocol: each column is its length and its text in UTF-8. What goes into the answer
 * as it is goes there without becoming a JavaScript string.
 */
export class TextRow implements Row {
  private bytes: Buffer = Buffer.alloc(0);
  /** Where the next column begins. */
  private at = 0;
  /** The column that was read last: its text lies before `at`. */
  private start = 0;

  /** Stands for another row from now on. */
  become(bytes: Buffer, start: number): this {
    this.bytes = bytes;
    this.at = start;
    return this;
  }

  writeText(to: JsonTarget): void {
    this.next();
    to.quotedBytes(this.bytes, this.start, this.at);
  }

  writeJson(to: JsonTarget): void {
    if (this.next()) to.bytes(this.bytes, this.start, this.at);
    else to.text('null');
  }

  readInteger(): number | null {
    if (!this.next()) return null;
    const { bytes, start, at } = this;
    if (bytes[start] === MINUS) return -readDigits(bytes, start + 1, at);
    return readDigits(bytes, start, at);
  }

  readText(): string {
    return this.next() ? this.bytes.toString('utf8', this.start, this.at) : '';
  }

  /** Goes to the next column; false where it is null. */
  private next(): boolean {
    const { bytes, at } = this;
    const first = bytes[at] ?? NULL;
    if (first === NULL) {
      this.start = this.at = at + 1;
      return false;
    }
    let length = first;
    this.start = at + 1;
    if (first >= TWO_BYTES) {
      const size = first === TWO_BYTES ? 2 : first === THREE_BYTES ? 3 : 6; // six of eight: nothing is that long
      length = bytes.readUIntLE(at + 1, size);
      this.start += size === 6 ? 8 : size;
    }
    this.at = this.start + length;
    return true;
  }
}

const SMALL_DIGITS = 9;

/** Exact, because every integer stored here is a safe one. In two halves, each small enough for fast arithmetic. */
function readDigits(bytes: Uint8Array, start: number, end: number): number {
  const middle = Math.min(start + SMALL_DIGITS, end);
  let high = 0;
  for (let at = start; at < middle; at++) high = high * 10 + (bytes[at] ?? ZERO) - ZERO;
  if (middle === end) return high;
  let low = 0;
  for (let at = middle; at < end; at++) low = low * 10 + (bytes[at] ?? ZERO) - ZERO;
  return high * 10 ** (end - middle) + low;
}
