import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyKey, CurrentKey } from '../../auth/access.js';
import { invalidKey } from '../../http/api-error.js';
import type { CallerKey } from '../../http/request-context.js';
import { RespondsWith } from '../../openapi/decorators.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { EnterpriseDto, EnterpriseQuery } from './enterprise.dto.js';

@ApiTags('Enterprise')
@Controller('api/v1/enterprise')
export class EnterpriseController {
  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly limits: RateLimits,
  ) {}

  @Get()
  @AnyKey()
  @ApiOperation({
    summary: 'The enterprise of the key',
    description:
      'Returns the enterprise with its time zone, and the scopes, expiration, and limits of the API key. Every valid key can read it.',
  })
  @RespondsWith(200, 'The enterprise and the key.', EnterpriseDto)
  async getEnterprise(
    @CurrentKey() key: CallerKey,
    @Query() _query: EnterpriseQuery,
  ): Promise<EnterpriseDto> {
    const enterprise = await this.enterprises.findByKey(key.enterprise.key);
    if (!enterprise) throw invalidKey(); // erased since the key was looked up
    const { id, name, timeZone, retentionDays } = enterprise;
    return {
      id,
      name,
      time_zone: timeZone,
      retention_days: retentionDays,
      application: key.application,
      scopes: [...key.scopes].sort(),
      key_expires_at: key.endsAt === null ? null : ZonedTime.of(timeZone).format(key.endsAt),
      hidden_data: [...key.enterprise.hiddenData],
      limits: this.limits.limits,
    };
  }
}
