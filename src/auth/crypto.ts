import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, peppersOf } from '../config/config.js';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives one key per use, so that a value made for one use is invalid for another. */
export const keyFor = (pepper: string, use: string): Buffer =>
  createHmac('sha256', pepper).update(use).digest();

export class Sealing {
  private readonly key: Buffer;

  constructor(pepper: string, use: string) {
    this.key = keyFor(pepper, use);
  }

  derive(purpose: string, content: string): string {
    return createHmac('sha256', this.key).update(`${purpose} ${content}`).digest('base64url');
  }

  seal(content: string): string {
    return this.derive('seal', content);
  }

  isSealOf(content: string, seal: string): boolean {
    const given = Buffer.from(seal);
    const right = Buffer.from(this.seal(content));
    return given.length === right.length && timingSafeEqual(given, right);
  }

  /** Creates `CONTENT.EXPIRATION.SEAL`. The seal also covers a secret that is not in the cookie. */
  sealFor(lifetimeMs: number, content: string, secret: string): string {
    const expiring = `${content}.${Date.now() + lifetimeMs}`;
    return `${expiring}.${this.seal(`${expiring} ${secret}`)}`;
  }

  /** Returns the content, or undefined if the value is altered or has expired. */
  open(value: string | undefined, secret: string): string | undefined {
    const [content = '', until = '', seal = ''] = value?.split('.') ?? [];
    const isValid = this.isSealOf(`${content}.${until} ${secret}`, seal);
    return isValid && Number(until) > Date.now() ? content : undefined;
  }
}

/** Returns the sealing of the current pepper, then that of the previous one, whose seals are still valid. */
export function sealingsFor(config: Config, use: string): readonly [Sealing, ...Sealing[]] {
  const [current, ...previous] = peppersOf(config);
  return [new Sealing(current, use), ...previous.map((pepper) => new Sealing(pepper, use))];
}

/** Requires a key of 32 bytes. The result decrypts for the same owner only. */
function encrypt(key: Buffer, content: Buffer, owner = ''): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Returns undefined for another key, another owner or altered content. */
function decrypt(key: Buffer, encrypted: Buffer, owner = ''): Buffer | undefined {
  if (encrypted.length <= IV_BYTES + TAG_BYTES) return undefined;
  const iv = encrypted.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(encrypted.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

export class PepperSecrets {
  readonly checkValue: string;
  readonly sealKey: Buffer;
  private readonly wrapKey: Buffer;

  constructor(pepper: string) {
    this.checkValue = keyFor(pepper, 'pepper check').toString('hex');
    this.sealKey = keyFor(pepper, 'audit trail');
    this.wrapKey = keyFor(pepper, 'earlier seals');
  }

  /** Encrypts the chain keys of earlier peppers for the database. */
  wrap(keys: readonly Buffer[]): string {
    return keys.length === 0 ? '' : encrypt(this.wrapKey, Buffer.concat(keys)).toString('base64');
  }

  /** Returns no keys if the text was altered. Older events then count as altered. */
  unwrap(wrapped: string): Buffer[] {
    const keys = decrypt(this.wrapKey, Buffer.from(wrapped, 'base64')) ?? Buffer.alloc(0);
    return Array.from({ length: keys.length / KEY_BYTES }, (_, at) =>
      keys.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES),
    );
  }
}

interface Owner {
  readonly enterpriseKey: number;
  readonly id: string;
}

/**
 * Encrypts the secrets of second factors, so that a copy of the database cannot generate codes. Binds each secret to
 * its user, so that write access to the database cannot give it to another user.
 */
@Injectable()
export class SecondFactorSecrets {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(@Inject(CONFIG) config: Config) {
    const [current, ...previous] = peppersOf(config);
    this.keys = [secondFactorKey(current), ...previous.map(secondFactorKey)];
  }

  encrypt(secret: Buffer, owner: Owner): string {
    return encrypt(this.keys[0], secret, ownerText(owner)).toString('base64url');
  }

  /** Returns undefined if the secret was altered or was encrypted under neither pepper. No code is valid then. */
  decrypt(encrypted: string, owner: Owner): Buffer | undefined {
    const content = Buffer.from(encrypted, 'base64url');
    const secrets = this.keys.map((key) => decrypt(key, content, ownerText(owner)));
    return secrets.find((secret) => secret !== undefined);
  }
}

const secondFactorKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'second factor', KEY_BYTES));

const ownerText = ({ enterpriseKey, id }: Owner): string => `${enterpriseKey} ${id}`;
