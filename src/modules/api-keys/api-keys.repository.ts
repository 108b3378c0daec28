import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { ApiKey } from './api-key.entity.js';

/** The stored keys. Changes go through the manager of the transaction that also writes their audit event. */
@Injectable()
export class ApiKeysRepository {
  constructor(@InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>) {}

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

  async delete(manager: EntityManager, { enterpriseKey, id }: ApiKey): Promise<void> {
    await manager.delete(ApiKey, { enterpriseKey, id });
  }
}
