import { decrypt, encrypt } from '../../auth/keys/encryption.js';
import { keyFor } from '../../auth/keys/sealing.js';

const KEY_BYTES = 32;

/** What follows from a pepper and is kept, or kept secret, with its help. */
export class PepperSecrets {
  /** Tells peppers apart, and says nothing of them. */
  readonly checkValue: string;
  /** Seals the audit trail. */
  readonly sealKey: Buffer;
  private readonly wrapKey: Buffer;

  constructor(pepper: string) {
    this.checkValue = keyFor(pepper, 'pepper check').toString('hex');
    this.sealKey = keyFor(pepper, 'audit trail');
    this.wrapKey = keyFor(pepper, 'earlier seals');
  }

  /** Keys of the trail under other peppers, to be kept in the database. */
  wrap(keys: readonly Buffer[]): string {
    return keys.length === 0 ? '' : encrypt(this.wrapKey, Buffer.concat(keys)).toString('base64');
  }

  /** What `wrap` made, or nothing where somebody meddled with it: then the older events of the trails show as altered. */
  unwrap(wrapped: string): Buffer[] {
    const keys = decrypt(this.wrapKey, Buffer.from(wrapped, 'base64')) ?? Buffer.alloc(0);
    return Array.from({ length: keys.length / KEY_BYTES }, (_, at) =>
      keys.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES),
    );
  }
}
