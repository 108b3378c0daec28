import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { prepareListQuery } from '../../streaming/prepared-query.js';
import { splitScopes, type Scope } from '../../auth/scopes.js';
import { engineOf } from '../../database/engine/engine.js';
import { DatabaseReader, type Value } from '../../database/rows/reader.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ApiKey } from './api-key.entity.js';
import { KeyCallCount } from './key-call-count.entity.js';
import { KeyCall } from './key-call.entity.js';
import { KeyFeed } from './key-feed.entity.js';

/** Whose a key is and what it opens. */
export interface KeyIdentity {
  /** Under which it is stored. */
  readonly hash: string;
  readonly id: string;
  readonly application: string;
  readonly scopes: readonly Scope[];
  readonly enterprise: CallerEnterprise;
  /** As they are stored. */
  readonly networks: string;
  /** When it stops to work; null where it does not. */
  readonly endsAt: number | null;
}

/** When and from where a key was used. */
export interface KeyUse {
  readonly enterpriseKey: number;
  /** The key may be stored under any of them, and is under the first from then on. */
  readonly hashes: readonly string[];
  readonly at: number;
  readonly address: string;
}

/** One entry. */
type EntryKey = Pick<ApiKey, 'enterpriseKey' | 'id'>;

/** The queries over keys: what every request with a key reads and writes, and what administrators do, in the transactions of their changes. */
@Injectable()
export class ApiKeysRepository {
  private readonly current;
  private readonly old;

  constructor(
    @InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>,
    @Inject(DatabaseReader) private readonly reader: DatabaseReader,
  ) {
    this.current = this.compile('keyHash');
    this.old = this.compile('oldKeyHash', 'entry.oldKeyUntil');
  }

  /** The keys that work now, by their hashes, of whatever enterprise, in one query: those that entries have, or those before. */
  async findByHashes(which: 'current' | 'old', hashes: readonly string[]): Promise<readonly KeyIdentity[]> {
    return (await this.reader.rows(this[which](hashes, {}))).map(identityOf);
  }

  list(enterpriseKey: number): Promise<ApiKey[]> {
    return this.apiKeys.find({ where: { enterpriseKey }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  find(manager: EntityManager, { enterpriseKey, id }: EntryKey): Promise<ApiKey | null> {
    return manager.findOneBy(ApiKey, { enterpriseKey, id });
  }

  /** Whether an entry of the enterprise has the name. */
  isTaken(manager: EntityManager, enterpriseKey: number, application: string): Promise<boolean> {
    return manager.existsBy(ApiKey, { enterpriseKey, application });
  }

  count(manager: EntityManager, enterpriseKey: number): Promise<number> {
    return manager.countBy(ApiKey, { enterpriseKey });
  }

  async insert(manager: EntityManager, entry: ApiKey): Promise<void> {
    await manager.insert(ApiKey, { ...entry }); // a driver writes its own values into what it inserts
  }

  async update(
    manager: EntityManager,
    { enterpriseKey, id }: EntryKey,
    change: Partial<ApiKey>,
  ): Promise<void> {
    await manager.update(ApiKey, { enterpriseKey, id }, change);
  }

  /** With all that is kept of its use. */
  async delete(manager: EntityManager, { enterpriseKey, id }: EntryKey): Promise<void> {
    await manager.delete(ApiKey, { enterpriseKey, id });
    for (const kept of [KeyFeed, KeyCall, KeyCallCount])
      await manager.delete(kept, { enterpriseKey, apiKeyId: id });
  }

  /** Unless a later use is known. The key may have become the old one of its entry meanwhile. */
  async noteUse(manager: EntityManager, { enterpriseKey, hashes, at, address }: KeyUse): Promise<void> {
    const note = (hash: 'keyHash' | 'oldKeyHash', used: Partial<ApiKey>, usedAt: keyof ApiKey) =>
      manager
        .createQueryBuilder()
        .update(ApiKey)
        .set({ [hash]: hashes[0], ...used })
        .where({ enterpriseKey, [hash]: In(hashes) })
        .andWhere(`(${usedAt} IS NULL OR ${usedAt} < :at)`, { at })
        .execute();
    const { affected } = await note('keyHash', { lastUsedAt: at, lastUsedAddress: address }, 'lastUsedAt');
    if (affected === 0) await note('oldKeyHash', { oldKeyLastUsedAt: at }, 'oldKeyLastUsedAt');
  }

  /**
   * What has ended or is paused is not found at all, by the clock that all instances share. `until` is an end besides the one
   * that holds for both keys.
   */
  private compile(
    hash: 'keyHash' | 'oldKeyHash',
    until?: 'entry.oldKeyUntil',
  ): ReturnType<typeof prepareListQuery> {
    const { now } = engineOf(this.apiKeys.manager.dataSource);
    return prepareListQuery((places) => {
      const query = this.apiKeys
        .createQueryBuilder('entry')
        .innerJoin('enterprises', 'enterprise', 'enterprise.key = entry.enterpriseKey')
        .select(`entry.${hash}, entry.id, entry.application, entry.scopes`)
        .addSelect('enterprise.key, enterprise.id, enterprise.timeZone')
        // one text: TypeORM would move a lone column
        .addSelect(['entry.allowedNetworks, entry.expiresAt', until].filter(Boolean).join(', '))
        .where(`entry.${hash} IN (${places})`)
        .andWhere(`entry.paused = 0 AND (entry.expiresAt IS NULL OR entry.expiresAt > ${now})`);
      return until ? query.andWhere(`${until} > ${now}`) : query;
    });
  }
}

function identityOf(row: readonly Value[]): KeyIdentity {
  const [hash, id, application, scopes, key, enterpriseId, timeZone, networks, ...ends] = row;
  const known = ends.filter((end) => end !== null).map(Number);
  return {
    hash: String(hash),
    id: String(id),
    application: String(application),
    scopes: splitScopes(String(scopes)),
    enterprise: { key: Number(key), id: String(enterpriseId), timeZone: String(timeZone) },
    networks: String(networks),
    endsAt: known.length === 0 ? null : Math.min(...known),
  };
}
