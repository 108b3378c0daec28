import { hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../../auth/keys/encryption.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import type { Administrator } from './administrator.entity.js';

const KEY_BYTES = 32;

type Owner = Pick<Administrator, 'enterpriseKey' | 'id'>;

/**
 * Encrypts the secrets of second factors under a key that follows from the pepper: a copy of the database makes no codes. Each is
 * bound to its person, so whoever may write to the database gives nobody the secret of somebody else.
 */
@Injectable()
export class SealedSecrets {
  /** What is sealed is sealed under the first. */
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(@Inject(CONFIG) config: Config) {
    const [current, ...before] = peppersOf(config);
    this.keys = [keyOf(current), ...before.map(keyOf)];
  }

  seal(secret: Buffer, owner: Owner): string {
    return encrypt(this.keys[0], secret, nameOf(owner)).toString('base64url');
  }

  /** Nothing where it was sealed under no pepper that is known, or altered: then no code is right. */
  open(sealed: string, owner: Owner): Buffer | undefined {
    return this.opened(sealed, owner).find((secret) => secret !== undefined);
  }

  /** The same secret under the pepper in use; nothing where it is so already, or cannot be opened. */
  moved(sealed: string, owner: Owner): string | undefined {
    const [current, ...before] = this.opened(sealed, owner);
    const secret = current ? undefined : before.find((each) => each !== undefined);
    return secret && this.seal(secret, owner);
  }

  /** By each of the keys. */
  private opened(sealed: string, owner: Owner): (Buffer | undefined)[] {
    return this.keys.map((key) => decrypt(key, Buffer.from(sealed, 'base64url'), nameOf(owner)));
  }
}

const keyOf = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'second factor', KEY_BYTES));

const nameOf = ({ enterpriseKey, id }: Owner): string => `${enterpriseKey} ${id}`;
