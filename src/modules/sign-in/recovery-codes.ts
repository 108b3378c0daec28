import { createHmac, randomBytes } from 'node:crypto';
import { base32 } from './totp.js';

const HOW_MANY = 10;
/** 50 bits, in two halves. */
const CHARACTERS = 10;

/** Ten codes for whoever has lost the telephone, each good once. They are known only at this moment. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => {
    const code = base32(randomBytes(CHARACTERS)).slice(0, CHARACTERS).toLowerCase();
    return `${code.slice(0, CHARACTERS / 2)}-${code.slice(CHARACTERS / 2)}`;
  });
}

/**
 * What is stored of them: hashes under the secret of the second factor, which itself is encrypted. So they say nothing in a copy of
 * the database, and move with the secret when the pepper changes.
 */
export const storedCodes = (secret: Buffer, codes: readonly string[]): string =>
  codes.map((code) => hashOf(secret, code)).join(' ');

/** What is stored when the code is used up; nothing where it is none of them. */
export function withoutCode(stored: string, secret: Buffer, code: string): string | undefined {
  const hashes = listOf(stored);
  const hash = hashOf(secret, code);
  return hashes.includes(hash) ? hashes.filter((each) => each !== hash).join(' ') : undefined;
}

export const countCodes = (stored: string): number => listOf(stored).length;

const listOf = (stored: string): string[] => stored.split(' ').filter((hash) => hash !== '');

/** In any case, with the dash or without. */
const hashOf = (secret: Buffer, code: string): string =>
  createHmac('sha256', secret)
    .update(`recovery code ${code.toLowerCase().replace(/[^a-z2-7]/g, '')}`)
    .digest('base64url');
