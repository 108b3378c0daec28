import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type Config, peppersOf } from '../config/config.js';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key for one use of a pepper, so nothing made for one use is valid for another. */
export const keyFor = (pepper: string, use: string): Buffer =>
  createHmac('sha256', pepper).update(use).digest();

/** Derives texts and seals under a key that browsers do not have. */
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
    const right = this.seal(content);
    return seal.length === right.length && timingSafeEqual(Buffer.from(seal), Buffer.from(right));
  }
}

/** Returns the sealing under the current pepper, which makes seals, and the one under the previous pepper, whose seals are valid. */
export function sealingsFor(config: Config, use: string): readonly [Sealing, ...Sealing[]] {
  const [current, ...previous] = peppersOf(config);
  return [new Sealing(current, use), ...previous.map((pepper) => new Sealing(pepper, use))];
}

/** Encrypts under a key of 32 bytes. The result decrypts for the same owner only. */
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

/** The keys of the audit log under one pepper. */
export class PepperSecrets {
  /** Identifies the pepper without revealing it. */
  readonly checkValue: string;
  /** Key of the audit log's hash chain. */
  readonly sealKey: Buffer;
  private readonly wrapKey: Buffer;

  constructor(pepper: string) {
    this.checkValue = keyFor(pepper, 'pepper check').toString('hex');
    this.sealKey = keyFor(pepper, 'audit trail');
    this.wrapKey = keyFor(pepper, 'earlier seals');
  }

  /** Encrypts chain keys of earlier peppers, to be stored in the database. */
  wrap(keys: readonly Buffer[]): string {
    return keys.length === 0 ? '' : encrypt(this.wrapKey, Buffer.concat(keys)).toString('base64');
  }

  /** Returns no keys if the text was altered: then the older events show as altered. */
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
 * Encrypts the secrets of second factors, so a copy of the database makes no codes. Each secret is bound to its user: someone who can
 * write to the database cannot give it to another.
 */
export class SecondFactorSecrets {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(config: Config) {
    const [current, ...previous] = peppersOf(config);
    this.keys = [secondFactorKey(current), ...previous.map(secondFactorKey)];
  }

  encrypt(secret: Buffer, owner: Owner): string {
    return encrypt(this.keys[0], secret, ownerText(owner)).toString('base64url');
  }

  /** Returns undefined if the secret was encrypted under neither pepper, or altered: then no code is right. */
  decrypt(encrypted: string, owner: Owner): Buffer | undefined {
    const content = Buffer.from(encrypted, 'base64url');
    for (const key of this.keys) {
      const secret = decrypt(key, content, ownerText(owner));
      if (secret) return secret;
    }
    return undefined;
  }
}

const secondFactorKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'second factor', KEY_BYTES));

const ownerText = ({ enterpriseKey, id }: Owner): string => `${enterpriseKey} ${id}`;
