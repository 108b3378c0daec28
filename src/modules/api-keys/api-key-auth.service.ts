import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { invalidKey } from '../../http/api-error.js';
import { FailedAuthentication } from '../../rate-limits/failed-authentication.js';
import { mayComeFrom } from './networks.js';
import { KeyLookUps } from './key-look-ups.js';
import { KeyUses } from './last-used.recorder.js';
import { RememberedHashes } from './remembered-hashes.js';

const NEVER_VALID = (): Promise<undefined> => Promise.resolve(undefined);

/** Finds out whose a key is, and whether it may be used from where it came. */
@Injectable()
export class KeyCheck {
  private readonly hashes: RememberedHashes;

  constructor(
    private readonly lookUps: KeyLookUps,
    private readonly uses: KeyUses,
    private readonly failures: FailedAuthentication,
    @Inject(CONFIG) config: Config,
  ) {
    this.hashes = new RememberedHashes(peppersOf(config));
  }

  /** A key that came from elsewhere was not used: its last use says who still needs it. */
  async identify(key: string, address: string) {
    const hashes = this.hashes.of(key);
    const check = hashes.length === 0 ? NEVER_VALID : () => this.lookUps.find(hashes);
    const identity = await this.failures.attempt(address, hashes[0] ?? '', check);
    if (!identity) throw invalidKey();
    const isFromAllowedNetwork = mayComeFrom(identity.networks, address);
    if (isFromAllowedNetwork) this.uses.note(identity, hashes, address);
    return { identity, isFromAllowedNetwork };
  }
}
