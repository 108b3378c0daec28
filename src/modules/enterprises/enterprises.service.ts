import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../../config/config.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { Enterprise } from './enterprise.entity.js';

export type EnterpriseChange = Partial<
  Pick<Enterprise, 'timeZone' | 'retentionDays' | 'secondFactorRequired'>
>;

@Injectable()
export class EnterprisesService {
  constructor(
    @InjectRepository(Enterprise) private readonly enterprises: Repository<Enterprise>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(): Promise<Enterprise[]> {
    return this.enterprises.find({ order: { id: 'ASC' } });
  }

  get(key: number, manager: EntityManager = this.enterprises.manager): Promise<Enterprise> {
    return manager.findOneByOrFail(Enterprise, { key });
  }

  describe({ id, name, timeZone }: Enterprise) {
    return {
      enterprise_id: id,
      enterprise_name: name,
      time_zone: timeZone,
      base_url: this.config.publicUrl,
    };
  }

  async change(manager: EntityManager, key: number, change: EnterpriseChange): Promise<void> {
    await manager.update(Enterprise, { key }, change);
  }

  async find(id: string): Promise<CallerEnterprise | undefined> {
    return (await this.enterprises.findOneBy({ id })) ?? undefined;
  }

  async findKey(id: string): Promise<number | undefined> {
    return (await this.find(id))?.key;
  }

  hasAny(): Promise<boolean> {
    return this.enterprises.exists();
  }
}
