import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** What follows from a pepper and is kept, or kept secret, with its help. */
export class PepperSecrets {
  /** Tells peppers apart, and says nothing of them. */
  readonly checkValue: string;
  /** Seals the audit trail. */
  readonly sealKey: Buffer;
  private readonly wrapKey: Buffer;

  constructor(pepper: string) {
    const derive = (use: string): Buffer => createHmac('sha256', pepper).update(use).digest();
    this.checkValue = derive('pepper check').toString('hex');
    this.sealKey = derive('audit trail');
    this.wrapKey = derive('earlier seals');
  }

  /** Keys of the trail under other peppers, to be kept in the database. */
  wrap(keys: readonly Buffer[]): string {
    if (keys.length === 0) return '';
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.wrapKey, iv);
    return Buffer.concat([
      iv,
      cipher.update(Buffer.concat(keys)),
      cipher.final(),
      cipher.getAuthTag(),
    ]).toString('base64');
  }

  /** What `wrap` made, or nothing where somebody meddled with it: then the older events of the trails show as altered. */
  unwrap(wrapped: string): Buffer[] {
    const bytes = Buffer.from(wrapped, 'base64');
    if (bytes.length < IV_BYTES + KEY_BYTES + TAG_BYTES) return [];
    const decipher = createDecipheriv(CIPHER, this.wrapKey, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const keys = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      return Array.from({ length: keys.length / KEY_BYTES }, (_, at) =>
        keys.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES),
      );
    } catch {
      return [];
    }
  }
}
