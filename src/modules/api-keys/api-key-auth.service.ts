import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { hashesOf } from '../../auth/key-format.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { BatchedWrites } from '../../database/batched-writes.js';
import { invalidKey } from '../../http/api-error.js';
import { isAllowedFrom } from '../../http/client-address.js';
import { Metrics } from '../../metrics/metrics.js';
import { FailedAuthentication } from '../../rate-limits/rate-limits.js';
import { batchLoader } from '../../streaming/object-loader.js';
import { KEY_TABLES, type ApiKey } from './api-key.entities.js';
import { ApiKeysRepository, type KeyIdentity } from './api-keys.repository.js';

const MAX_IN_ONE_QUERY = 256;
const MAX_REMEMBERED = 10_000;

type Hashes = readonly string[];

interface KeyUse {
  readonly enterpriseKey: number;
  readonly isRestricted: boolean;
  /** Hashes under the current and the previous pepper. Recording the use stores the first one. */
  readonly hashes: Hashes;
  readonly at: number;
  readonly address: string;
}

/** Records the last use of keys, and moves keys to the current pepper. */
@Injectable()
export class LastUsedRecorder extends BatchedWrites<KeyUse> {
  protected readonly subject = 'the last uses of keys';

  /** Identifies the key by its hashes, because the old and the current key have separate uses. */
  note({ id, hash, enterprise }: KeyIdentity, hashes: Hashes, address: string): void {
    const [current = hash] = hashes;
    const isRestricted = enterprise.hiddenData.length > 0;
    const use = { hashes, enterpriseKey: enterprise.key, isRestricted, at: Date.now(), address };
    this.gather(`${id} ${current}`, use); // the id first, so that all transactions lock rows in one order
    if (hash !== current) this.writeSoon();
  }

  /** The key may have become an old key since, or may have moved to the other table. */
  protected async store(manager: EntityManager, uses: readonly KeyUse[]): Promise<void> {
    for (const use of uses) {
      const tables = use.isRestricted ? KEY_TABLES.toReversed() : KEY_TABLES;
      for (const table of tables) if (await storeUse(manager, table, use)) break;
    }
  }
}

/**
 * Skips a use that is earlier than the stored one, unless it moves the key to the current pepper: the clock of another
 * instance may be ahead. Returns false if no row was changed.
 */
async function storeUse(
  manager: EntityManager,
  table: (typeof KEY_TABLES)[number],
  { enterpriseKey, hashes, at, address }: KeyUse,
): Promise<boolean> {
  const update = async (hash: 'keyHash' | 'oldKeyHash', usedAt: keyof ApiKey, change: Partial<ApiKey>) => {
    const { affected } = await manager
      .createQueryBuilder()
      .update(table)
      .set({ [hash]: hashes[0], ...change })
      .where({ enterpriseKey, [hash]: In(hashes) })
      .andWhere(`(${usedAt} IS NULL OR ${usedAt} < :at OR ${hash} <> :current)`, { at, current: hashes[0] })
      .execute();
    return affected !== 0;
  };
  return (
    (await update('keyHash', 'lastUsedAt', { lastUsedAt: at, lastUsedAddress: address })) ||
    update('oldKeyHash', 'oldKeyLastUsedAt', { oldKeyLastUsedAt: at })
  );
}

/**
 * Looks up the key of every request in the database, so that a revoked key is refused immediately (decision 0007).
 * Batches concurrent lookups into one query.
 */
@Injectable()
export class ApiKeyAuthService {
  /** Caches hashes by a plain digest of the key, because an HMAC takes longer. Contains no keys. */
  private readonly remembered = new Map<string, Hashes>();
  private readonly peppers: readonly string[];
  private readonly lookups = batchLoader<Hashes, KeyIdentity | undefined>(MAX_IN_ONE_QUERY, (keys) =>
    this.load(keys),
  );

  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly lastUsed: LastUsedRecorder,
    private readonly failures: FailedAuthentication,
    private readonly metrics: Metrics,
    @Inject(CONFIG) config: Config,
  ) {
    this.peppers = peppersOf(config);
  }

  /** Does not count a request from an address that is not allowed as a use of the key. */
  async authenticate(key: string, address: string) {
    const hashes = this.hashesOf(key);
    const find = () => (hashes.length === 0 ? Promise.resolve(undefined) : this.lookups.load(hashes));
    const identity = await this.failures.attempt(address, hashes[0] ?? '', find);
    if (!identity) throw invalidKey();
    const isAllowed = isAllowedFrom(identity.networks, address);
    if (isAllowed) this.lastUsed.note(identity, hashes, address);
    return { identity, isAllowed };
  }

  private hashesOf(key: string): Hashes {
    const digest = hash('sha256', key, 'base64');
    const remembered = this.remembered.get(digest);
    if (remembered) return remembered;
    const hashes = hashesOf(key, this.peppers);
    if (hashes.length > 0) this.remembered.set(digest, hashes);
    const [oldest = ''] = this.remembered.size > MAX_REMEMBERED ? this.remembered.keys() : [];
    this.remembered.delete(oldest);
    return hashes;
  }

  private async load(keys: readonly Hashes[]): Promise<(KeyIdentity | undefined)[]> {
    this.metrics.keyLookupBatch.observe(keys.length);
    const current = await this.apiKeys.findByHashes('current', keys.flat());
    const rest = keys.filter((hashes) => !pick(current, hashes));
    if (rest.length === 0) return keys.map((hashes) => pick(current, hashes));
    // queries old keys second, because a current key may become an old one between the queries
    const old = await this.apiKeys.findByHashes('old', rest.flat());
    return keys.map((hashes) => pick(current, hashes) ?? pick(old, hashes));
  }
}

function pick(identities: ReadonlyMap<string, KeyIdentity>, hashes: Hashes): KeyIdentity | undefined {
  const found = hashes.find((each) => identities.has(each));
  return found === undefined ? undefined : identities.get(found);
}
