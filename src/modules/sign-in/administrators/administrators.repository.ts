import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { Administrator } from './administrator.entity.js';

/** Who may sign in. An e-mail address is looked up in lower case, as it is stored. */
@Injectable()
export class AdministratorsRepository {
  constructor(@InjectRepository(Administrator) private readonly administrators: Repository<Administrator>) {}

  list(): Promise<Administrator[]> {
    return this.administrators.find({ order: { email: 'ASC' } });
  }

  findByEmail(email: string, manager = this.administrators.manager): Promise<Administrator | null> {
    return manager.findOneBy(Administrator, { email: email.toLowerCase() });
  }

  async insert(manager: EntityManager, administrator: Administrator): Promise<void> {
    await manager.insert(Administrator, administrator);
  }

  async update(
    manager: EntityManager,
    { enterpriseKey, id }: Administrator,
    change: Partial<Administrator>,
  ): Promise<void> {
    await manager.update(Administrator, { enterpriseKey, id }, change);
  }

  async delete(manager: EntityManager, { enterpriseKey, id }: Administrator): Promise<void> {
    await manager.delete(Administrator, { enterpriseKey, id });
  }
}
