import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { prepareListQuery } from '../../answers/prepared-query.js';
import { splitScopes, type Scope } from '../../auth/keys/scopes.js';
import { RowReader } from '../../database/rows/row-reader.js';
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
}

/** The stored keys. Changes go through the manager of the transaction that also writes their audit event. */
@Injectable()
export class ApiKeysRepository {
  private readonly identities;

  constructor(
    @InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>,
    @Inject(RowReader) private readonly reader: RowReader,
  ) {
    this.identities = prepareListQuery((places) =>
      apiKeys
        .createQueryBuilder('entry')
        .innerJoin('enterprises', 'enterprise', 'enterprise.key = entry.enterpriseKey')
        .select('entry.keyHash, entry.id, entry.application, entry.scopes')
        .addSelect('enterprise.key, enterprise.id, enterprise.timeZone')
        .where(`entry.keyHash IN (${places})`),
    );
  }

  /** By the hashes of the keys, of whatever enterprise, in one query. */
  async findByHashes(hashes: readonly string[]): Promise<readonly KeyIdentity[]> {
    const rows = await this.reader.rows(this.identities(hashes, {}));
    return rows.map(([hash, id, application, scopes, key, enterpriseId, timeZone]) => ({
      hash: String(hash),
      id: String(id),
      application: String(application),
      scopes: splitScopes(String(scopes)),
      enterprise: { key: Number(key), id: String(enterpriseId), timeZone: String(timeZone) },
    }));
  }

  list(enterpriseKey: number): Promise<ApiKey[]> {
    return this.apiKeys.find({ where: { enterpriseKey }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  findById(manager: EntityManager, enterpriseKey: number, id: string): Promise<ApiKey | null> {
    return manager.findOneBy(ApiKey, { enterpriseKey, id });
  }

  findByApplication(
    manager: EntityManager,
    enterpriseKey: number,
    application: string,
  ): Promise<ApiKey | null> {
    return manager.findOneBy(ApiKey, { enterpriseKey, application });
  }

  async insert(manager: EntityManager, apiKey: ApiKey): Promise<void> {
    await manager.insert(ApiKey, apiKey);
  }

  async update(
    manager: EntityManager,
    { enterpriseKey, id }: ApiKey,
    change: Partial<ApiKey>,
  ): Promise<void> {
    await manager.update(ApiKey, { enterpriseKey, id }, change);
  }

  /** Unless a later use is known. The key may be stored under any of the hashes, and is under the first from then on. */
  async noteUse(
    manager: EntityManager,
    enterpriseKey: number,
    hashes: readonly string[],
    { at, address }: { readonly at: number; readonly address: string },
  ): Promise<void> {
    await manager
      .createQueryBuilder()
      .update(ApiKey)
      .set({ keyHash: hashes[0], lastUsedAt: at, lastUsedAddress: address })
      .where({ enterpriseKey, keyHash: In(hashes) })
      .andWhere('(lastUsedAt IS NULL OR lastUsedAt < :at)', { at })
      .execute();
  }

  async delete(manager: EntityManager, { enterpriseKey, id }: ApiKey): Promise<void> {
    await manager.delete(ApiKey, { enterpriseKey, id });
  }
}
