import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import type { Enterprise } from './enterprise.entity.js';
import { EnterprisesRepository } from './enterprises.repository.js';
import type { SettingsDto } from './settings.dto.js';

@Injectable()
export class EnterprisesService {
  constructor(
    private readonly enterprises: EnterprisesRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** By id. */
  list(): Promise<Enterprise[]> {
    return this.enterprises.list();
  }

  async settings(enterprise: CallerEnterprise): Promise<SettingsDto> {
    const found = await this.enterprises.findByKey(enterprise.key);
    return {
      enterprise_id: enterprise.id,
      enterprise_name: found?.name ?? '',
      time_zone: enterprise.timeZone,
      base_url: this.config.publicUrl,
    };
  }

  async find(id: string): Promise<CallerEnterprise | undefined> {
    return (await this.enterprises.findById(id)) ?? undefined;
  }

  /** The number that stands for an enterprise in the database. */
  async findKey(id: string): Promise<number | undefined> {
    return (await this.find(id))?.key;
  }

  async hasAny(): Promise<boolean> {
    return this.enterprises.hasAny();
  }
}
