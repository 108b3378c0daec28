import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { prepareListQuery } from '../../streaming/prepared-query.js';
import { splitScopes, type Scope } from '../../auth/scopes.js';
import { engineOf } from '../../database/engine/engine.js';
import { DatabaseReader, type Value } from '../../database/rows/reader.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ApiKey } from './api-key.entities.js';

export interface KeyIdentity {
  readonly hash: string;
  readonly id: string;
  readonly application: string;
  readonly scopes: readonly Scope[];
  readonly enterprise: CallerEnterprise;
  readonly networks: string;
  /** Expiration, or end of the overlap of an old key. Null for never. */
  readonly endsAt: number | null;
}

export interface KeyUse {
  readonly enterpriseKey: number;
  /** Hashes under the current and the previous pepper. Recording the use stores the first one. */
  readonly hashes: readonly string[];
  readonly at: number;
  readonly address: string;
}

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

  async findByHashes(which: 'current' | 'old', hashes: readonly string[]): Promise<readonly KeyIdentity[]> {
    return (await this.reader.rows(this[which](hashes, {}))).map(identityOf);
  }

  /** Skips a use that is earlier than the stored one. The key may have become an old key since. */
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

  /** Excludes expired and paused keys, by the clock of the database, which all instances share. */
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
        // one text: TypeORM would reorder a single column
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
