import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { AuditService } from '../audit/audit.service.js';
import { EnterprisesService, type EnterpriseChange } from '../enterprises/enterprises.service.js';
import type { PortalSettingsDto, SettingsDto, UpdateSettingsDto } from './settings.dto.js';

type Settings = Required<EnterpriseChange>;

@Injectable()
export class SettingsService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(enterpriseKey: number): Promise<SettingsDto> {
    const found = await this.enterprises.get(enterpriseKey);
    return { ...this.enterprises.describe(found), retention_days: found.retentionDays };
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
    const { retention_days, time_zone, second_factor_required } = wanted;
    const { enterpriseKey } = caller;
    await this.audit.recorded(caller, async (manager) => {
      const enterprise = await this.enterprises.get(enterpriseKey, manager);
      const after: Settings = {
        timeZone: time_zone ?? enterprise.timeZone,
        retentionDays: retention_days === undefined ? enterprise.retentionDays : retention_days,
        secondFactorRequired: second_factor_required ?? enterprise.secondFactorRequired,
      };
      const details = differences(enterprise, after);
      if (Object.keys(details).length === 0) return { result: undefined };
      await this.enterprises.change(manager, enterpriseKey, after);
      return { result: undefined, entry: { action: 'settings.updated', details } };
    });
    return this.get(enterpriseKey);
  }
}

const differences = (before: Settings, after: Settings) => ({
  ...(before.retentionDays !== after.retentionDays && {
    retention_days: after.retentionDays,
    previous_retention_days: before.retentionDays,
  }),
  ...(before.timeZone !== after.timeZone && {
    time_zone: after.timeZone,
    previous_time_zone: before.timeZone,
  }),
  ...(before.secondFactorRequired !== after.secondFactorRequired && {
    second_factor_required: after.secondFactorRequired,
  }),
});
