import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { CallerKey } from '../../http/request-context.js';
import { RespondsWith } from '../../openapi/decorators.js';
import { EnterpriseDto, EnterpriseQuery } from './enterprise.dto.js';
import { CurrentKeyService } from './current-key.service.js';
import { AnyKey, CurrentKey } from '../../auth/access.js';

@ApiTags('Enterprise')
@Controller('api/v1/enterprise')
export class EnterpriseController {
  constructor(private readonly currentKey: CurrentKeyService) {}

  @Get()
  @AnyKey()
  @ApiOperation({
    summary: 'The enterprise of the key',
    description:
      'Returns the enterprise with its time zone, and the scopes, expiration, and limits of the API key. Every valid key can read it.',
  })
  @RespondsWith(200, 'The enterprise and the key.', EnterpriseDto)
  getEnterprise(@CurrentKey() key: CallerKey, @Query() _query: EnterpriseQuery): Promise<EnterpriseDto> {
    return this.currentKey.describe(key);
  }
}
