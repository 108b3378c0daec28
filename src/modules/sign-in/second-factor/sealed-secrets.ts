import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, peppersOf } from '../../../config/config.js';
import type { Administrator } from '../administrators/administrator.entity.js';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

type Owner = Pick<Administrator, 'enterpriseKey' | 'id'>;

/**
 * Encrypts the secrets of second factors under a key that follows from the pepper: a copy of the database makes no codes. Each is
 * bound to its person, so whoever may write to the database gives nobody the secret of somebody else.
 */
@Injectable()
export class SealedSecrets {
  /** What is sealed is sealed under the first. */
  private readonly keys: readonly Buffer[];

  constructor(@Inject(CONFIG) config: Config) {
    this.keys = peppersOf(config).map((pepper) =>
      Buffer.from(hkdfSync('sha256', pepper, '', 'second factor', KEY_BYTES)),
    );
  }

  seal(secret: Buffer, owner: Owner): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.keys[0] ?? '', iv).setAAD(nameOf(owner));
    const sealed = Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString('base64url');
  }

  /** Nothing where it was sealed under no pepper that is known, or altered: then no code is right. */
  open(sealed: string, owner: Owner): Buffer | undefined {
    return this.keys.map((key) => opened(key, sealed, owner)).find((secret) => secret !== undefined);
  }

  /** The same secret under the pepper in use; nothing where it is so already, or cannot be opened. */
  moved(sealed: string, owner: Owner): string | undefined {
    const [current, ...before] = this.keys.map((key) => opened(key, sealed, owner));
    const secret = current ? undefined : before.find((each) => each !== undefined);
    return secret && this.seal(secret, owner);
  }
}

function opened(key: Buffer, sealed: string, owner: Owner): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(nameOf(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const nameOf = ({ enterpriseKey, id }: Owner): Buffer => Buffer.from(`${enterpriseKey} ${id}`);
