import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { sealingsFor, type Sealing } from '../../../auth/keys/sealing.js';
import { CONFIG, type Config } from '../../../config/config.js';

export const LINK_LASTS_MS = 72 * 3_600_000;

/** A link that was just made: its address is known only at this moment. */
export interface NewLink {
  readonly url: string;
  readonly linkHash: string;
  readonly linkExpiresAt: number;
}

/**
 * Makes the links by which people choose a password (decision 0033). The token stands in the fragment, which no browser sends
 * along: neither to a server nor as a referrer. The address is that of PUBLIC_URL, whatever a request says of its host.
 */
@Injectable()
export class PasswordLinks {
  /** Links are made under the first. */
  private readonly sealings: readonly [Sealing, ...Sealing[]];

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.sealings = sealingsFor(config, 'password link');
  }

  make(): NewLink {
    const token = randomBytes(32).toString('base64url');
    const [linkHash = ''] = this.hashes(token);
    const url = `${this.config.publicUrl}/portal#link=${token}`;
    return { url, linkHash, linkExpiresAt: Date.now() + LINK_LASTS_MS };
  }

  /** What may be stored of a token, under the pepper in use and the one before: a copy of the database opens nothing. */
  hashes(token: string): string[] {
    return this.sealings.map((sealing) => sealing.derive('token', token));
  }
}
