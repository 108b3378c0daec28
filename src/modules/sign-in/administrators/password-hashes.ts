import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { unavailable } from '../../../http/errors/api-error.js';

interface Costs {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MB and about a tenth of a second of one processor: one of OWASP's equivalents to 2^17, 8, 1, which takes 128 MB. */
const COSTS: Costs = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashes made at a time: the rest of the service needs processors and memory as well. */
const AT_ONCE = 2;
/** More of them would look like a service that has too much to do, and turn away other requests. */
const MOST_WAITING = 5;

/**
 * Makes and checks the stored form of passwords: `$scrypt$ln=15,r=8,p=3$SALT$HASH`. Its own costs stand in each, so
 * they can be raised without making the older ones useless.
 */
@Injectable()
export class PasswordHashes {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  async make(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return format(COSTS, salt, await this.inTurn(() => derive(password, salt, COSTS)));
  }

  /** Without a stored form the work is done all the same: how long it takes does not tell whether there is one. */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const { costs, salt, hash } = parse(stored ?? NOBODYS);
    const derived = await this.inTurn(() => derive(password, salt, costs));
    return timingSafeEqual(derived, hash) && stored !== undefined;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= MOST_WAITING) throw unavailable(2, 'too_many_sign_ins');
      await new Promise<void>((resolve) => this.waiting.push(resolve)); // takes over the place of the one before
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

function derive(password: string, salt: Buffer, { ln, r, p }: Costs): Promise<Buffer> {
  const N = 2 ** ln;
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  return new Promise((resolve, reject) => {
    // the same characters can be typed in several ways
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) => {
      if (error) reject(error);
      else resolve(hash);
    });
  });
}

function format({ ln, r, p }: Costs, salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function parse(stored: string): { costs: Costs; salt: Buffer; hash: Buffer } {
  const [, ln, r, p, salt = '', hash = ''] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  if (hash === '') throw new Error('The stored form of a password cannot be read');
  return {
    costs: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

/** What no password leads to. */
const NOBODYS = format(COSTS, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
