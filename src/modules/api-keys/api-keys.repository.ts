import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { compileListQuery } from '../../answers/compiled-query.js';
import { splitScopes, type Scope } from '../../auth/keys/scopes.js';
import { engineOf } from '../../database/engine/engine.js';
import { RowReader, type Value } from '../../database/rows/row-reader.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { ApiKey } from './api-key.entity.js';

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

/** A key of an entry: the one that it has, or the one before. */
interface KeyColumns {
  readonly hash: 'keyHash' | 'oldKeyHash';
  /** Until when the key works, where that is not the end that holds for both alone. */
  readonly until?: 'entry.oldKeyUntil';
}

/** What every request with a key reads and writes. */
@Injectable()
export class ApiKeysRepository {
  private readonly identities;
  private readonly oldIdentities;

  constructor(
    @InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>,
    @Inject(RowReader) private readonly reader: RowReader,
  ) {
    this.identities = this.compile({ hash: 'keyHash' });
    this.oldIdentities = this.compile({ hash: 'oldKeyHash', until: 'entry.oldKeyUntil' });
  }

  /** The keys that work now, by their hashes, of whatever enterprise, in one query. */
  async findByHashes(hashes: readonly string[]): Promise<readonly KeyIdentity[]> {
    return (await this.reader.latestRows(this.identities(hashes, {}))).map(identityOf);
  }

  /** Those among the keys before the current ones. */
  async findOldByHashes(hashes: readonly string[]): Promise<readonly KeyIdentity[]> {
    return (await this.reader.latestRows(this.oldIdentities(hashes, {}))).map(identityOf);
  }

  /**
   * Unless a later use is known. The key may be stored under any of the hashes, and is under the first from then on; it may have
   * become the old key of its entry meanwhile.
   */
  async noteUse(
    manager: EntityManager,
    enterpriseKey: number,
    hashes: readonly string[],
    { at, address }: { readonly at: number; readonly address: string },
  ): Promise<void> {
    const { affected } = await manager
      .createQueryBuilder()
      .update(ApiKey)
      .set({ keyHash: hashes[0], lastUsedAt: at, lastUsedAddress: address })
      .where({ enterpriseKey, keyHash: In(hashes) })
      .andWhere('(lastUsedAt IS NULL OR lastUsedAt < :at)', { at })
      .execute();
    if (affected !== 0) return;
    await manager
      .createQueryBuilder()
      .update(ApiKey)
      .set({ oldKeyHash: hashes[0], oldKeyLastUsedAt: at })
      .where({ enterpriseKey, oldKeyHash: In(hashes) })
      .andWhere('(oldKeyLastUsedAt IS NULL OR oldKeyLastUsedAt < :at)', { at })
      .execute();
  }

  /** What has ended or is paused is not found at all, by the clock that all instances share. */
  private compile({ hash, until }: KeyColumns): ReturnType<typeof compileListQuery> {
    const { now } = engineOf(this.apiKeys.manager.dataSource);
    return compileListQuery((places) => {
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

function identityOf([
  hash,
  id,
  application,
  scopes,
  key,
  enterpriseId,
  timeZone,
  networks,
  ...ends
]: readonly Value[]): KeyIdentity {
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
