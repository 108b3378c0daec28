import type { ByteTarget } from '../../database/rows/reader.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
/** Maximum bytes to copy one by one, because a call of `set` costs more for a short run. */
const SHORT = 48;

const USUAL_BYTES = 65_536;
const MAX_KEPT_BYTES = 8 * USUAL_BYTES;
const MAX_KEPT = 64;

const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Calls `JSON.stringify` only for texts that need an escape, because the check is cheaper. */
export function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const NULL = Buffer.from('null');

/** Growing buffer from a pool, because allocating and collecting one takes longer than filling it. */
export class ByteBuffer implements ByteTarget {
  private static readonly kept: ByteBuffer[] = [];

  length = 0;
  /** Contains other bytes after `length`. Another buffer replaces it when it grows. */
  buffer = Buffer.allocUnsafeSlow(USUAL_BYTES);
  view = new DataView(this.buffer.buffer);

  static borrow(): ByteBuffer {
    return this.kept.pop() ?? new ByteBuffer();
  }

  get written(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  /** Must be called once, when nothing reads the bytes any more. */
  release(): void {
    this.length = 0;
    const { kept } = ByteBuffer;
    if (kept.length < MAX_KEPT && this.buffer.length <= MAX_KEPT_BYTES) kept.push(this);
  }

  byte(value: number): void {
    if (this.length === this.buffer.length) this.reserve(1);
    this.buffer[this.length++] = value;
  }

  text(value: string): void {
    this.reserve(value.length * 3);
    this.length += this.buffer.write(value, this.length);
  }

  none(): void {
    this.bytes(NULL, 0, NULL.length);
  }

  quoted(text: string): void {
    this.text(quote(text));
  }

  bytes(source: Uint8Array, start: number, end: number): void {
    const size = end - start;
    this.reserve(size);
    const { buffer } = this;
    if (size > SHORT) {
      buffer.set(source.subarray(start, end), this.length);
      this.length += size;
      return;
    }
    let at = this.length;
    for (let from = start; from < end; from++) buffer[at++] = source[from] ?? 0;
    this.length = at;
  }

  bytesDoubling(twice: number, source: Uint8Array, start: number, end: number): void {
    this.reserve(2 * (end - start));
    const { buffer } = this;
    let at = this.length;
    for (let from = start; from < end; from++) {
      const byte = source[from] ?? 0;
      buffer[at++] = byte;
      if (byte === twice) buffer[at++] = byte;
    }
    this.length = at;
  }

  quotedBytes(source: Uint8Array, start: number, end: number): void {
    this.reserve(end - start + 2);
    const { buffer } = this;
    let at = this.length;
    buffer[at++] = QUOTE;
    for (let from = start; from < end; from++) {
      const byte = source[from] ?? 0;
      if (byte < FIRST_PRINTABLE || byte === QUOTE || byte === BACKSLASH) {
        this.text(JSON.stringify(Buffer.from(source.subarray(start, end)).toString()));
        return;
      }
      buffer[at++] = byte;
    }
    buffer[at++] = QUOTE;
    this.length = at;
  }

  insert(at: number, json: string): void {
    const size = Buffer.byteLength(json);
    this.reserve(size);
    this.buffer.copyWithin(at + size, at, this.length);
    this.buffer.write(json, at);
    this.length += size;
  }

  reserve(size: number): void {
    const needed = this.length + size;
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.buffer.length * 2));
    larger.set(this.written);
    this.buffer = larger;
    this.view = new DataView(larger.buffer);
  }
}
