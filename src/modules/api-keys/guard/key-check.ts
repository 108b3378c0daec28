import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/config.js';
import { peppersOf, type Peppers } from '../../../config/peppers.js';
import { invalidKey } from '../../../http/errors/api-error.js';
import { FailedAuthentication } from '../../../rate-limits/failed-authentication.js';
import { hashKey, isWellFormedKey } from '../../../auth/keys/key-format.js';
import type { KeyIdentity } from '../api-keys.repository.js';
import { KeyLookUps } from './key-look-ups.js';
import { KeyUses } from './key-uses.js';

const NEVER_VALID = (): Promise<undefined> => Promise.resolve(undefined);

/** Finds out whose a key is. */
@Injectable()
export class KeyCheck {
  private readonly peppers: Peppers;

  constructor(
    private readonly lookUps: KeyLookUps,
    private readonly uses: KeyUses,
    private readonly failures: FailedAuthentication,
    @Inject(CONFIG) config: Config,
  ) {
    this.peppers = peppersOf(config);
  }

  async identify(key: string, address: string): Promise<KeyIdentity> {
    const hashes = isWellFormedKey(key) ? this.peppers.map((pepper) => hashKey(key, pepper)) : [];
    const check = hashes.length === 0 ? NEVER_VALID : () => this.lookUps.find(hashes);
    const identity = await this.failures.attempt(address, hashes[0] ?? '', check);
    if (!identity) throw invalidKey();
    this.uses.note(identity, hashes, address);
    return identity;
  }
}
