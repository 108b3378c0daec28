import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hashesOf } from '../../auth/key-format.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { invalidKey } from '../../http/api-error.js';
import { Metrics } from '../../metrics/metrics.js';
import { FailedAuthentication } from '../../rate-limits/rate-limits.js';
import { batchLoader } from '../../streaming/object-loader.js';
import { ApiKeysRepository, type KeyIdentity } from './api-keys.repository.js';
import { LastUsedRecorder } from './last-used.recorder.js';
import { isAllowedFrom } from './networks.js';

const MAX_IN_ONE_QUERY = 256;
const MAX_REMEMBERED = 10_000;

type Hashes = readonly string[];
type Identities = ReadonlyMap<string, KeyIdentity>;

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
    const identity = await this.failures.attempt(address, hashes[0] ?? '', () => this.find(hashes));
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

  private async find(hashes: Hashes): Promise<KeyIdentity | undefined> {
    return hashes.length === 0 ? undefined : this.lookups.load(hashes);
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

function pick(identities: Identities, hashes: Hashes): KeyIdentity | undefined {
  const found = hashes.find((each) => identities.has(each));
  return found === undefined ? undefined : identities.get(found);
}
