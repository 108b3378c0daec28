import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { AuditService } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import type { PortalSettingsDto, SettingsDto, UpdateSettingsDto } from './settings.dto.js';

@Injectable()
export class SettingsService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(enterpriseKey: number): Promise<SettingsDto> {
    const found = await this.enterprises.get(enterpriseKey);
    const { retentionDays: retention_days, dataPages: data_pages } = found;
    return { ...this.enterprises.describe(found), retention_days, data_pages };
  }

  async ofPortal(enterpriseKey: number): Promise<PortalSettingsDto> {
    const { secondFactorRequired } = await this.enterprises.get(enterpriseKey);
    const { map } = this.config;
    return {
      second_factor_required: secondFactorRequired,
      map: map ? { style_url: map.styleUrl, origins: [...map.origins] } : null,
    };
  }

  async update(caller: Caller, wanted: UpdateSettingsDto): Promise<SettingsDto> {
    const { enterpriseKey } = caller;
    const change = {
      timeZone: wanted.time_zone,
      retentionDays: wanted.retention_days,
      secondFactorRequired: wanted.second_factor_required,
      dataPages: wanted.data_pages,
    };
    await this.audit.record(caller, async (manager) => {
      const details = await this.enterprises.change(manager, enterpriseKey, change);
      return details && { action: 'settings.updated', details };
    });
    return this.get(enterpriseKey);
  }
}
