import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
/** 160 bits, the recommendation of RFC 4226, section 4. */
const SECRET_BYTES = 20;
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const RECOVERY_CODES = 10;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const isCode = (text: string): boolean => /^\d{6}$/.test(text);

/** RFC 6238 with SHA-1, which all authenticator apps support. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE(hash.readUInt8(19) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/**
 * Returns undefined if the code is wrong or its step is not after `usedStep`. Accepts one step before and after the current
 * one, because clocks differ.
 */
export function stepOf(secret: Buffer, code: string, usedStep: number, now = Date.now()): number | undefined {
  if (!isCode(code)) return undefined;
  const current = Math.floor(now / STEP_MS);
  // compares with all steps, so that the time does not reveal which one matched
  const [step = 0] = [current - 1, current, current + 1].filter((each) =>
    timingSafeEqual(Buffer.from(codeOf(secret, each)), Buffer.from(code)),
  );
  return step > usedStep ? step : undefined;
}

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE_32.charAt(parseInt(group.padEnd(5, '0'), 2))).join('');
}

export function keyUri(secret: Buffer, email: string, issuer: string): string {
  const [name, account] = [encodeURIComponent(issuer), encodeURIComponent(email)];
  return `otpauth://totp/${name}:${account}?secret=${base32(secret)}&issuer=${name}&algorithm=SHA1&digits=6&period=30`;
}

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(7))
      .toLowerCase()
      .replace(/^(.{5})(.{5}).*$/, '$1-$2'),
  );

/** Hashes under the secret of the second factor, which is stored encrypted. */
export const hashRecoveryCodes = (secret: Buffer, codes: readonly string[]): string =>
  codes.map((code) => recoveryHash(secret, code)).join(' ');

/** Returns the other hashes, or undefined if the code is not one of the stored ones. */
export function withoutCode(stored: string, secret: Buffer, code: string): string | undefined {
  const hashes = stored.split(' ');
  const hash = recoveryHash(secret, code);
  return hashes.includes(hash) ? hashes.filter((each) => each !== hash).join(' ') : undefined;
}

export const countCodes = (stored: string): number => (stored === '' ? 0 : stored.split(' ').length);

/** Ignores case, spaces and the hyphen. */
function recoveryHash(secret: Buffer, code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z2-7]/g, '');
  return createHmac('sha256', secret).update(`recovery code ${plain}`).digest('base64url');
}
