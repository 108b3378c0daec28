import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
/** Accepts codes of one step before and after the current one, because clocks differ. */
const WINDOW = 1;
const DIGITS = 6;
/** 160 bits, the recommendation of RFC 4226, section 4. */
const SECRET_BYTES = 20;
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const RECOVERY_CODES = 10;
const RECOVERY_CHARACTERS = 10;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 6238 with SHA-1, which all authenticator apps support. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns undefined if the code is wrong or its step is not after `usedStep`. */
export function stepOf(secret: Buffer, code: string, usedStep: number, now = Date.now()): number | undefined {
  const current = Math.floor(now / STEP_MS);
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, at) => current - WINDOW + at);
  // compares with all steps, so that the time does not reveal which one matched
  const [step] = steps.filter((each) => isSame(codeOf(secret, each), code));
  return step !== undefined && step > usedStep ? step : undefined;
}

export const isCode = (text: string): boolean => new RegExp(`^\\d{${DIGITS}}$`).test(text);

const isSame = (right: string, given: string): boolean =>
  isCode(given) && timingSafeEqual(Buffer.from(right), Buffer.from(given));

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE_32.charAt(parseInt(group.padEnd(5, '0'), 2))).join('');
}

export function keyUri(secret: Buffer, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = base32(randomBytes(RECOVERY_CHARACTERS)).slice(0, RECOVERY_CHARACTERS).toLowerCase();
    return `${code.slice(0, RECOVERY_CHARACTERS / 2)}-${code.slice(RECOVERY_CHARACTERS / 2)}`;
  });
}

/** Hashes under the secret of the second factor, which is stored encrypted. */
export const hashRecoveryCodes = (secret: Buffer, codes: readonly string[]): string =>
  codes.map((code) => recoveryHash(secret, code)).join(' ');

export function withoutCode(stored: string, secret: Buffer, code: string): string | undefined {
  const hashes = stored.split(' ');
  const hash = recoveryHash(secret, code);
  return hashes.includes(hash) ? hashes.filter((each) => each !== hash).join(' ') : undefined;
}

export const countCodes = (stored: string): number => (stored === '' ? 0 : stored.split(' ').length);

/** Ignores case, spaces and the hyphen. */
const recoveryHash = (secret: Buffer, code: string): string =>
  createHmac('sha256', secret)
    .update(`recovery code ${code.toLowerCase().replace(/[^a-z2-7]/g, '')}`)
    .digest('base64url');
