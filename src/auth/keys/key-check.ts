import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { invalidKey } from '../../http/errors/api-error.js';
import { FailedAuthentication } from '../../rate-limits/failed-authentication.js';
import { hashKey, isWellFormedKey } from './key-format.js';
import { KeyLookUps, type KeyIdentity } from './key-look-ups.js';
import { KeyUses } from './key-uses.js';

const NEVER_VALID = (): Promise<undefined> => Promise.resolve(undefined);

/** Finds out whose a key is. */
@Injectable()
export class KeyCheck {
  constructor(
    private readonly lookUps: KeyLookUps,
    private readonly uses: KeyUses,
    private readonly failures: FailedAuthentication,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async identify(key: string, address: string): Promise<KeyIdentity> {
    const { keyPepper } = this.config;
    if (keyPepper === undefined) throw new Error('The service runs without a key pepper');
    const keyHash = isWellFormedKey(key) ? hashKey(key, keyPepper) : '';
    const check = keyHash === '' ? NEVER_VALID : () => this.lookUps.find(keyHash);
    const identity = await this.failures.attempt(address, keyHash, check);
    if (!identity) throw invalidKey();
    this.uses.note(keyHash, identity.enterprise.key, address);
    return identity;
  }
}
