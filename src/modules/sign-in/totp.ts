import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Customer Device API';
/** 160 bits, the recommendation of RFC 4226, section 4. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const isCode = (text: string): boolean => /^\d{6}$/.test(text);

/** Uses the defaults of the library, which all authenticator apps support: SHA-1, six digits, 30 seconds. */
export function totpOf(secret: Buffer, email?: string): TOTP {
  // copies the bytes, because a Buffer may be a part of a larger ArrayBuffer
  const { buffer } = new Uint8Array(secret);
  return new TOTP({ secret: new Secret({ buffer }), issuer: ISSUER, label: email });
}

/**
 * Returns undefined if the code is wrong or its step is not after `usedStep`. Accepts one step before and after the current
 * one, because clocks differ.
 */
export function stepOf(secret: Buffer, code: string, usedStep: number, now = Date.now()): number | undefined {
  if (!isCode(code)) return undefined;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp: now }) + delta;
  return step > usedStep ? step : undefined;
}

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: 7 }).base32.toLowerCase().replace(/^(.{5})(.{5}).*$/, '$1-$2'),
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
