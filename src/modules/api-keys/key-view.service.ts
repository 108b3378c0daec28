import { Injectable } from '@nestjs/common';
import { invalidKey } from '../../http/api-error.js';
import type { CallerEnterprise, CallerKey } from '../../http/request-context.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import type { EnterpriseDto } from './enterprise.dto.js';

/** Shows a customer their enterprise, and what their key may do. */
@Injectable()
export class KeyViewService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly limits: RateLimits,
  ) {}

  async show({ key }: CallerEnterprise, { application, scopes, endsAt }: CallerKey): Promise<EnterpriseDto> {
    const enterprise = await this.enterprises.findByKey(key);
    if (!enterprise) throw invalidKey(); // erased since the key was looked up
    const { id, name, timeZone, retentionDays } = enterprise;
    return {
      id,
      name,
      time_zone: timeZone,
      retention_days: retentionDays,
      application,
      scopes: [...scopes].sort(),
      key_expires_at: endsAt === null ? null : ZonedTime.of(timeZone).format(endsAt),
      hidden_data: [],
      limits: this.limits.limits,
    };
  }
}
