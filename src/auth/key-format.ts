import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'cda_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** Creates 256 random bits and a checksum, so that a mistyped key is rejected without a query. */
export function newKey(): string {
  const random = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const body = PREFIX + base62(random, RANDOM_CHARACTERS);
  return body + checksum(body);
}

export function isWellFormedKey(text: string): boolean {
  return (
    FORMAT.test(text) && checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS)
  );
}

/** The pepper is not in the database, so a stolen copy contains no usable key. */
export function hashKey(key: string, pepper: string): string {
  return createHmac('sha256', pepper).update(key).digest('hex');
}

/** Returns the hash under the current pepper first, and none for a malformed key. */
export function hashesOf(key: string, peppers: readonly string[]): readonly string[] {
  return isWellFormedKey(key) ? peppers.map((pepper) => hashKey(key, pepper)) : [];
}

/** Returns enough characters to recognize a key, and too few to guess it. */
export function keyHint(key: string): string {
  return `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}`;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_CHARACTERS);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
