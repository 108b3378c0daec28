import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
/** Clocks differ, and typing takes a moment: so many steps before and after the present one count too. */
const WINDOW = 1;
const DIGITS = 6;
/** As many as SHA-1 makes: what RFC 4226 recommends. */
const SECRET_BYTES = 20;
const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The code of a step (RFC 6238 over RFC 4226, with SHA-1, which is what every app knows). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step that a code is of, unless that or a later one was used already: none is good twice. */
export function stepOf(secret: Buffer, code: string, usedStep: number, now = Date.now()): number | undefined {
  const present = Math.floor(now / STEP_MS);
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, at) => present - WINDOW + at);
  // all are compared, so that the time does not tell which it was
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

/** What apps read out of the QR code. */
export function keyUri(secret: Buffer, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}
