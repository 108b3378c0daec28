import type { ByteTarget } from '../../database/rows/reader.js';
import type { ByteBuffer } from './byte-buffer.js';
import { disguiseJson, type Disguised } from './disguises.js';

const [QUOTE, BACKSLASH, COLON, LETTER_U] = [0x22, 0x5c, 0x3a, 0x75];
const SPACES: readonly (number | undefined)[] = [0x20, 0x09, 0x0a, 0x0d];

/** Length of the shortest quoted name. Each occurrence contains a pair that begins at a probed byte. */
const WINDOW = 6;
const STEP = WINDOW - 1;

const pairOf = (one = 0, other = 0): number => ((one << 7) ^ other) & 0x3fff;

/**
 * Copies JSON text to a buffer and blanks the strings of members with these names, at any depth. A quote inside a JSON
 * string follows a backslash, so a quoted name after any other byte is a whole string. A name can contain a `\u` escape,
 * so text with one is parsed. Looks at two of five bytes, which takes a third of the time of a look at each byte.
 */
export class MemberBlanker implements ByteTarget {
  to: ByteBuffer;
  private readonly names: readonly Buffer[];
  /** For each pair of bytes in the middle of a quoted name, the distance to its quote plus 1. */
  private readonly distances = new Uint8Array(0x4000);

  constructor(private readonly disguised: Disguised) {
    this.names = Array.from(disguised.keys(), (name) => Buffer.from(`"${name}"`));
    for (const name of this.names) {
      const middle = Math.floor((name.length - WINDOW) / 2);
      for (let at = middle; at < middle + STEP; at++) {
        const pair = pairOf(name[at], name[at + 1]);
        const known = this.distances[pair] ?? 0;
        if (name.length < WINDOW || (known !== 0 && known !== at + 1))
          throw new Error(`The members cannot be told apart: ${name.toString()}`);
        this.distances[pair] = at + 1;
      }
    }
  }

  bytes(source: Uint8Array, start: number, end: number): void {
    const { to } = this;
    const { length } = to;
    if (!hasUnicodeEscape(source, start, end) && this.copy(source, start, end)) return;
    to.length = length;
    const text = Buffer.from(source.subarray(start, end)).toString();
    to.text(disguiseJson(text, this.disguised, '{}'));
  }

  text(value: string): void {
    const bytes = Buffer.from(value);
    this.bytes(bytes, 0, bytes.length);
  }

  none(): void {
    this.to.none();
  }

  quoted(text: string): void {
    this.to.quoted(text);
  }

  quotedBytes(source: Uint8Array, start: number, end: number): void {
    this.to.quotedBytes(source, start, end);
  }

  /** Returns false for a string without an end. */
  private copy(source: Uint8Array, start: number, end: number): boolean {
    const { to, distances } = this;
    let copied = start;
    for (let at = start; at < end - 1; at += STEP) {
      const distance = distances[pairOf(source[at], source[at + 1])] ?? 0;
      if (distance === 0) continue;
      const value = this.valueOfMember(source, at + 1 - distance, start, end);
      if (value === undefined) continue;
      const last = endOfString(source, value, end);
      if (last === undefined) return false;
      to.bytes(source, copied, value);
      copied = last;
      at = last - STEP;
    }
    to.bytes(source, copied, end);
    return true;
  }

  /** Returns the first byte in the string of a member whose quoted name begins at `quote`. */
  private valueOfMember(source: Uint8Array, quote: number, start: number, end: number): number | undefined {
    if (quote < start || source[quote] !== QUOTE) return undefined;
    if (quote > start && source[quote - 1] === BACKSLASH) return undefined;
    const name = this.names.find((one) => one.every((byte, at) => source[quote + at] === byte));
    if (!name || quote + name.length >= end) return undefined;
    let at = afterSpaces(source, quote + name.length, end);
    if (source[at] !== COLON) return undefined;
    at = afterSpaces(source, at + 1, end);
    return at < end && source[at] === QUOTE ? at + 1 : undefined;
  }
}

function afterSpaces(source: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && SPACES.includes(source[at])) at++;
  return at;
}

/** Returns the position of the closing quote. */
function endOfString(source: Uint8Array, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    const byte = source[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return undefined;
}

function hasUnicodeEscape(source: Uint8Array, start: number, end: number): boolean {
  const text = source.subarray(start, end);
  for (let at = text.indexOf(BACKSLASH); at >= 0; at = text.indexOf(BACKSLASH, at + 2))
    if (text[at + 1] === LETTER_U) return true;
  return false;
}
