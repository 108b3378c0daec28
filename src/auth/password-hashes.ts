import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from '../database/rows/semaphore.js';
import { ApiError, unavailable } from '../http/api-error.js';
import { COMMON_PASSWORDS } from './common-passwords.js';

export const newPassword = (): string => randomBytes(18).toString('base64url');

const scryptOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export type PasswordCost = Readonly<Record<'ln' | 'r' | 'p', number>>;

/** A provider instead of a setting, so that only tests can lower the cost. */
export const PASSWORD_COST = Symbol('PasswordCost');
/** Takes 32 MB and about 0.1 s of CPU time. OWASP rates N=2^17, r=8, p=1 (128 MB) as equivalent. */
export const PRODUCTION_COST: PasswordCost = { ln: 15, r: 8, p: 3 };
const STORED = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_CONCURRENT = 2;
/** A longer queue would count as overload, and other requests would be refused. */
const MAX_QUEUED = 5;
const WAIT_MS = 30_000;

/** Stores the cost in each hash (`$scrypt$ln=15,r=8,p=3$SALT$HASH`). Hashes of other costs stay valid. */
@Injectable()
export class PasswordHashes {
  private readonly slots = new Semaphore(MAX_CONCURRENT, MAX_QUEUED, () =>
    unavailable(2, 'too_many_sign_ins'),
  );

  private readonly dummy = this.format(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

  constructor(@Inject(PASSWORD_COST) private readonly cost: PasswordCost) {}

  /** Throws if the password is easy to guess. */
  async make(password: string, names: readonly string[]): Promise<string> {
    const weakness = weaknessOf(password, names);
    if (weakness !== undefined) throw new ApiError('weak_password', weakness);
    const salt = randomBytes(SALT_BYTES);
    return this.format(salt, await this.derive(password, salt, this.cost));
  }

  /** Takes the same time without a stored hash, which hides the existence of accounts. */
  async matches(password: string, stored = ''): Promise<boolean> {
    const [, ln, r, p, salt, hash] = STORED.exec(stored === '' ? this.dummy : stored) ?? [];
    if (salt === undefined || hash === undefined)
      throw new Error('The stored form of a password cannot be read');
    const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
    const derived = await this.derive(password, Buffer.from(salt, 'base64url'), cost);
    return timingSafeEqual(derived, Buffer.from(hash, 'base64url')) && stored !== '';
  }

  private format(salt: Buffer, hash: Buffer): string {
    const { ln, r, p } = this.cost;
    return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  }

  private async derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
    const N = 2 ** ln;
    await this.slots.acquire(WAIT_MS);
    try {
      // a character can have several encodings
      const normalized = password.normalize('NFKC');
      return await scryptOf(normalized, salt, HASH_BYTES, { N, r, p, maxmem: 128 * r * (N + p + 2) });
    } finally {
      this.slots.release();
    }
  }
}

const COMMON = 'The password is one of the 10,000 most common passwords, with or without digits at its end.';
const REPETITIVE = 'The password has fewer than 5 different characters.';
const PERSONAL = 'The password consists of your name, your e-mail address, or the name of your enterprise.';

const MIN_DIFFERENT = 5;
const MIN_WORD = 3;
/** A password is personal if it has fewer other letters than this. */
const MIN_OTHER_LETTERS = 4;

/** Returns the reason why a password is easy to guess. `names` are those of the user and of the enterprise. */
export function weaknessOf(password: string, names: readonly string[]): string | undefined {
  if (isCommon(password)) return COMMON;
  if (new Set(inPlainForm(password)).size < MIN_DIFFERENT) return REPETITIVE;
  return isPersonal(password, names) ? PERSONAL : undefined;
}

const inPlainForm = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Does not keep the set in memory, because users rarely set a password. */
function isCommon(password: string): boolean {
  const common = new Set(COMMON_PASSWORDS.split(' '));
  let rest = inPlainForm(password);
  while (!common.has(rest)) {
    if (!/\d$/.test(rest)) return false;
    rest = rest.slice(0, -1);
  }
  return true;
}

function isPersonal(password: string, names: readonly string[]): boolean {
  const words = names.flatMap((name) => inPlainForm(name).split(/[^\p{L}\p{N}]+/u));
  const longestFirst = words.filter(({ length }) => length >= MIN_WORD).sort((a, b) => b.length - a.length);
  const letters = inPlainForm(password).replaceAll(/[^\p{L}\p{N}]/gu, '');
  const others = longestFirst.reduce((text, word) => text.replaceAll(word, ''), letters);
  return others !== letters && others.replaceAll(/\p{N}/gu, '').length < MIN_OTHER_LETTERS;
}
