import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Batches, filledUp } from '../../answers/batches.js';
import { RowReader, type Query } from '../../database/rows/row-reader.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { Metrics } from '../../metrics/metrics.js';
import { splitScopes, type Scope } from './scopes.js';

export interface KeyIdentity {
  /** Under which it is stored. */
  readonly hash: string;
  readonly id: string;
  readonly application: string;
  readonly scopes: readonly Scope[];
  readonly enterprise: CallerEnterprise;
}

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
    @Inject(RowReader) private readonly reader: RowReader,
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
      const found = await this.query([...new Set(batch.flatMap(({ hashes }) => hashes))]);
      for (const { hashes, resolve } of batch)
        resolve(found.find((key) => hashes.some((hash) => areEqual(key.hash, hash))));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private async query(hashes: readonly string[]): Promise<readonly KeyIdentity[]> {
    const rows = await this.reader.rows(selectKeys(hashes));
    return rows.map(([hash, id, application, scopes, key, enterpriseId, timeZone]) => ({
      hash: String(hash),
      id: String(id),
      application: String(application),
      scopes: splitScopes(String(scopes)),
      enterprise: { key: Number(key), id: String(enterpriseId), timeZone: String(timeZone) },
    }));
  }
}

function selectKeys(hashes: readonly string[]): Query {
  const parameters = filledUp(hashes);
  const sql = `SELECT k.key_hash, k.id, k.application, k.scopes, e.key, e.id, e.time_zone
    FROM api_keys k JOIN enterprises e ON e.key = k.enterprise_key
    WHERE k.key_hash IN (${parameters.map(() => '?').join(', ')})`;
  return { sql, parameters };
}

function areEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
