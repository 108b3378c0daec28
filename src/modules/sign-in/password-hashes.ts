import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Semaphore } from '../../database/rows/semaphore.js';
import { unavailable } from '../../http/api-error.js';

const scryptOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export interface PasswordCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** A provider instead of a setting, so that only tests can lower the cost. */
export const PASSWORD_COST = Symbol('PasswordCost');
/** Takes 32 MB and about 0.1 s of CPU time. OWASP rates N=2^17, r=8, p=1 (128 MB) as equivalent. */
export const PRODUCTION_COST: PasswordCost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_CONCURRENT = 2;
/** A longer queue would count as overload, and other requests would be refused. */
const MAX_QUEUED = 5;
const WAIT_MS = 30_000;

/** Stores the cost in each hash (`$scrypt$ln=15,r=8,p=3$SALT$HASH`). Hashes of other costs stay valid. */
@Injectable()
export class PasswordHashes {
  private readonly slots = new Semaphore(MAX_CONCURRENT, {
    most: MAX_QUEUED,
    waitMs: WAIT_MS,
    error: () => unavailable(2, 'too_many_sign_ins'),
  });

  private readonly dummy = format(this.cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

  constructor(@Inject(PASSWORD_COST) private readonly cost: PasswordCost) {}

  async make(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return format(this.cost, salt, await this.queued(() => derive(password, salt, this.cost)));
  }

  /** Takes the same time without a stored hash, which hides the existence of accounts. */
  async matches(password: string, stored = ''): Promise<boolean> {
    const { cost, salt, hash } = parse(stored === '' ? this.dummy : stored);
    const derived = await this.queued(() => derive(password, salt, cost));
    return timingSafeEqual(derived, hash) && stored !== '';
  }

  private async queued<T>(work: () => Promise<T>): Promise<T> {
    await this.slots.acquire();
    try {
      return await work();
    } finally {
      this.slots.release();
    }
  }
}

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  // a character can have several encodings
  return scryptOf(password.normalize('NFKC'), salt, HASH_BYTES, options);
}

function format({ ln, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function parse(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [, ln, r, p, salt = '', hash = ''] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  if (hash === '') throw new Error('The stored form of a password cannot be read');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
