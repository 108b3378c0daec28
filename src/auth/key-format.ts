import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'cda_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** Creates a key: 256 random bits and a checksum, so that a mistyped key is refused without a query. */
export function newKey(): string {
  const random = BigInt(`0x${randomBytes(32).toString('hex')}`);
  const body = PREFIX + base62(random, RANDOM_CHARACTERS);
  return body + checksum(body);
}

/** Checks the form and the checksum. */
export function isWellFormedKey(text: string): boolean {
  return (
    FORMAT.test(text) && checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS)
  );
}

/** Returns the hash under which a key is stored. The pepper is not in the database, so a stolen copy opens nothing. */
export function hashKey(key: string, pepper: string): string {
  return createHmac('sha256', pepper).update(key).digest('hex');
}

/** Returns the hashes under which a key may be stored, the current pepper's first; none for malformed text. */
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
