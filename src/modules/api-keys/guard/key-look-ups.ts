import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Batches } from '../../../answers/batches.js';
import { Metrics } from '../../../metrics/metrics.js';
import { ApiKeysRepository, type KeyIdentity } from '../api-keys.repository.js';

interface Waiting {
  readonly hashes: readonly string[];
  readonly resolve: (identity: KeyIdentity | undefined) => void;
  readonly reject: (error: unknown) => void;
}

const MOST_IN_ONE_QUERY = 256;

/**
 * Finds keys by their hash, always in the database: a revoked key is refused from the answer to its revocation on. The
 * look-ups of requests that arrive together go as one query.
 */
@Injectable()
export class KeyLookUps {
  private readonly batches = new Batches<Waiting>(MOST_IN_ONE_QUERY, (batch) => this.send(batch));

  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly metrics: Metrics,
  ) {}

  /** Finds a key under whichever of its hashes it is stored. */
  find(hashes: readonly string[]): Promise<KeyIdentity | undefined> {
    return new Promise((resolve, reject) => {
      this.batches.add({ hashes, resolve, reject });
    });
  }

  private async send(batch: readonly Waiting[]): Promise<void> {
    this.metrics.keyLookUpBatch.observe(batch.length);
    try {
      const found = await this.apiKeys.findByHashes([...new Set(batch.flatMap(({ hashes }) => hashes))]);
      for (const { hashes, resolve } of batch)
        resolve(found.find((key) => hashes.some((hash) => areEqual(key.hash, hash))));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

function areEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
