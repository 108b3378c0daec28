import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RowReader, type Query } from '../database/row-reader.js';
import type { CallerEnterprise } from '../http/request-context.js';
import { Metrics } from '../metrics/metrics.js';
import { splitScopes, type Scope } from './scopes.js';

export interface KeyIdentity {
  readonly id: string;
  readonly application: string;
  readonly scopes: readonly Scope[];
  readonly enterprise: CallerEnterprise;
}

interface Waiting {
  readonly hash: string;
  readonly resolve: (identity: KeyIdentity | undefined) => void;
  readonly reject: (error: unknown) => void;
}

const MOST_IN_ONE_QUERY = 256;
/** How long look-ups wait for the query before theirs to be answered. */
const PATIENCE_MS = 5;

/**
 * Finds keys by their hash, always in the database: a revoked key is refused from the answer to its revocation on. The
 * look-ups of requests that arrive together, or while a query is under way, go as one query. One that was sent already
 * takes no more of them, because it may have read the state before a change.
 */
@Injectable()
export class KeyLookUps {
  private readonly waiting: Waiting[] = [];
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(RowReader) private readonly reader: RowReader,
    private readonly metrics: Metrics,
  ) {}

  find(hash: string): Promise<KeyIdentity | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ hash, resolve, reject });
      if (this.waiting.length > 1) return;
      if (this.underWay === 0) setImmediate(() => void this.send());
      else this.timer = setTimeout(() => void this.send(), PATIENCE_MS);
    });
  }

  private async send(): Promise<void> {
    clearTimeout(this.timer);
    const batch = this.waiting.splice(0, MOST_IN_ONE_QUERY);
    if (batch.length === 0) return;
    this.underWay++;
    this.metrics.keyLookUpBatch.observe(batch.length);
    try {
      const found = await this.query([...new Set(batch.map(({ hash }) => hash))]);
      for (const { hash, resolve } of batch) resolve(found.find((key) => areEqual(key.hash, hash))?.identity);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.underWay--;
    if (this.waiting.length > 0) void this.send();
  }

  private async query(
    hashes: readonly string[],
  ): Promise<readonly { hash: string; identity: KeyIdentity }[]> {
    const rows = await this.reader.rows(selectKeys(hashes));
    return rows.map(([hash, id, application, scopes, key, enterpriseId, timeZone]) => ({
      hash: String(hash),
      identity: {
        id: String(id),
        application: String(application),
        scopes: splitScopes(String(scopes)),
        enterprise: { key: Number(key), id: String(enterpriseId), timeZone: String(timeZone) },
      },
    }));
  }
}

/** Few lengths of the list mean few statements for the server to prepare: it is filled up to a power of two. */
function selectKeys(hashes: readonly string[]): Query {
  const places = 2 ** Math.ceil(Math.log2(hashes.length));
  const parameters = Array.from({ length: places }, (_, at) => hashes[at] ?? hashes[0] ?? '');
  const sql = `SELECT k.key_hash, k.id, k.application, k.scopes, e.key, e.id, e.time_zone
    FROM api_keys k JOIN enterprises e ON e.key = k.enterprise_key
    WHERE k.key_hash IN (${parameters.map(() => '?').join(', ')})`;
  return { sql, parameters };
}

function areEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
