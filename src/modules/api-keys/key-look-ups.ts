import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { batchLoader } from '../../streaming/batch-loader.js';
import { Metrics } from '../../metrics/metrics.js';
import { ApiKeysRepository, type KeyIdentity } from './api-keys.repository.js';

const MOST_IN_ONE_QUERY = 256;

/**
 * Finds keys by their hash, always in the database: a revoked key is refused from the answer to its revocation on. The
 * look-ups of requests that arrive together go as one query, and those of keys that an overlap may let work as a second.
 */
@Injectable()
export class KeyLookUps {
  private readonly identities = batchLoader<readonly string[], KeyIdentity | undefined>(
    MOST_IN_ONE_QUERY,
    (keys) => this.load(keys),
  );

  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly metrics: Metrics,
  ) {}

  /** Finds a key under whichever of its hashes it is stored. */
  find(hashes: readonly string[]): Promise<KeyIdentity | undefined> {
    return this.identities.load(hashes);
  }

  private async load(keys: readonly (readonly string[])[]): Promise<(KeyIdentity | undefined)[]> {
    this.metrics.keyLookUpBatch.observe(keys.length);
    const found = inOrderOf(keys, await this.apiKeys.findByHashes('current', [...new Set(keys.flat())]));
    const rest = keys.filter((_hashes, at) => !found[at]).flat();
    if (rest.length === 0) return found;
    // asked for afterwards: a key becomes an old one and never the other way round, so none is missed on its way
    const old = inOrderOf(keys, await this.apiKeys.findByHashes('old', [...new Set(rest)]));
    return keys.map((_hashes, at) => found[at] ?? old[at]);
  }
}

const inOrderOf = (
  keys: readonly (readonly string[])[],
  found: readonly KeyIdentity[],
): (KeyIdentity | undefined)[] =>
  keys.map((hashes) => found.find((key) => hashes.some((hash) => areEqual(key.hash, hash))));

function areEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
