import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts under a key of 32 bytes; bound to an owner, it decrypts for no other. */
export function encrypt(key: Buffer, content: Buffer, owner = ''): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** What was encrypted; nothing where it was so under another key or for another owner, or was altered. */
export function decrypt(key: Buffer, encrypted: Buffer, owner = ''): Buffer | undefined {
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
