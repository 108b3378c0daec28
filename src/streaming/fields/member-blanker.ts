import type { ByteBuffer } from './byte-buffer.js';
import { maskJson, type Masked } from './masks.js';

const [QUOTE, BACKSLASH, COLON, LETTER_U, SPACE] = [0x22, 0x5c, 0x3a, 0x75, 0x20];
const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d];

/** Length of the shortest quoted name. Each occurrence contains a pair that begins at a probed byte. */
const WINDOW = 6;
const STEP = WINDOW - 1;
/** Replaces text that is not JSON. */
const EMPTY = '{}';

const pairOf = (one: number, other: number): number => ((one << 7) ^ other) & 0x3fff;

/**
 * Blanks the strings of members with these names in written JSON text, at any depth. A quote inside a JSON string follows a
 * backslash, so a quoted name after any other byte is a whole string. A name can contain a `\u` escape, so text with one is
 * parsed. Probes two of five bytes, because probing each byte takes twice as long.
 */
export class MemberBlanker {
  private readonly names: readonly Buffer[];
  /** For each pair of bytes in the middle of a quoted name, the distance to its quote plus 1. */
  private readonly distances = new Uint8Array(0x4000);

  constructor(private readonly masked: Masked) {
    this.names = Array.from(masked.keys(), (name) => Buffer.from(`"${name}"`));
    for (const name of this.names) {
      const middle = Math.floor((name.length - WINDOW) / 2);
      for (let at = middle; at < middle + STEP; at++) {
        const pair = pairOf(name[at] ?? 0, name[at + 1] ?? 0);
        const known = this.distances[pair] ?? 0;
        if (name.length < WINDOW || (known !== 0 && known !== at + 1))
          throw new Error(`The members cannot be told apart: ${name.toString()}`);
        this.distances[pair] = at + 1;
      }
    }
  }

  /** Changes the text from `start` to the end of the buffer. */
  blank(json: ByteBuffer, start: number): void {
    const { written } = json;
    if (!beginsAndEndsAsObject(written, start) || hasUnicodeEscape(written, start)) {
      json.length = start;
      json.text(maskJson(written.toString('utf8', start), this.masked, EMPTY));
      return;
    }
    const end = this.closeGaps(written, start);
    json.length = end ?? start;
    if (end === undefined) json.text(EMPTY);
  }

  /** Moves the text over the strings, and returns its end. Returns undefined for a string without an end. */
  private closeGaps(bytes: Buffer, start: number): number | undefined {
    const { distances } = this;
    const { length } = bytes;
    let [end, next] = [start, start];
    for (let at = start; at < length - 1; at += STEP) {
      const distance = distances[pairOf(bytes[at] ?? 0, bytes[at + 1] ?? 0)] ?? 0;
      if (distance === 0) continue;
      const value = this.valueOfMember(bytes, at + 1 - distance, next);
      if (value === undefined) continue;
      const last = endOfString(bytes, value);
      if (last === undefined) return undefined;
      if (end < next) bytes.copyWithin(end, next, value);
      end += value - next;
      next = last;
      at = last - STEP;
    }
    bytes.copyWithin(end, next, length);
    return end + length - next;
  }

  /** Returns the first byte in the string of a member whose quoted name begins at `quote`, at `start` or later. */
  private valueOfMember(bytes: Buffer, quote: number, start: number): number | undefined {
    if (quote < start || bytes[quote] !== QUOTE) return undefined;
    if (quote > start && bytes[quote - 1] === BACKSLASH) return undefined;
    const length = this.lengthOfName(bytes, quote);
    if (length === 0) return undefined;
    const colon = afterSpaces(bytes, quote + length);
    if (bytes[colon] !== COLON) return undefined;
    const value = afterSpaces(bytes, colon + 1);
    return bytes[value] === QUOTE ? value + 1 : undefined;
  }

  /** Compares in loops, because callbacks take as long as the rest of the search. */
  private lengthOfName(bytes: Buffer, quote: number): number {
    for (const name of this.names) {
      let at = 1;
      while (at < name.length && bytes[quote + at] === name[at]) at++;
      if (at === name.length) return at;
    }
    return 0;
  }
}

function afterSpaces(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at++;
  return at;
}

/** Returns the position of the closing quote. */
function endOfString(bytes: Buffer, start: number): number | undefined {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return undefined;
}

/** Another writer may have stored text that is not JSON. */
const beginsAndEndsAsObject = (bytes: Buffer, start: number): boolean =>
  bytes[start] === OPENING_BRACE && bytes[start + 1] === QUOTE && bytes.at(-1) === CLOSING_BRACE;

function hasUnicodeEscape(bytes: Buffer, start: number): boolean {
  for (let at = bytes.indexOf(BACKSLASH, start); at >= 0; at = bytes.indexOf(BACKSLASH, at + 2))
    if (bytes[at + 1] === LETTER_U) return true;
  return false;
}
