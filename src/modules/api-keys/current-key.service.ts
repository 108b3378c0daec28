import { Injectable } from '@nestjs/common';
import { invalidKey } from '../../http/api-error.js';
import type { CallerKey } from '../../http/request-context.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import type { EnterpriseDto } from './enterprise.dto.js';

@Injectable()
export class CurrentKeyService {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly limits: RateLimits,
  ) {}

  /** Returns the enterprise of a key, and the scopes and limits of the key. */
  async describe({ application, scopes, endsAt, enterprise }: CallerKey): Promise<EnterpriseDto> {
    const found = await this.enterprises.findByKey(enterprise.key);
    if (!found) throw invalidKey(); // erased since the key was looked up
    const { id, name, timeZone, retentionDays } = found;
    return {
      id,
      name,
      time_zone: timeZone,
      retention_days: retentionDays,
      application,
      scopes: [...scopes].sort(),
      key_expires_at: endsAt === null ? null : ZonedTime.of(timeZone).format(endsAt),
      hidden_data: [...enterprise.hiddenData],
      limits: this.limits.limits,
    };
  }
}
