import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/admin-routes.decorator.js';
import { CurrentEnterprise } from '../../auth/caller.js';
import { AnswersProblems, Describes, ViewsArrayOf, ViewsOne } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { TakesKeyId } from './api-key.dto.js';
import { KeyCallDto, KeyCallsDto, KeyCallsQuery } from './key-calls.dto.js';
import { KeyCallsService } from './key-calls.service.js';

@ApiTags('API keys')
@AdminRoutes()
@Controller('internal/v1/api-keys')
export class KeyCallsController {
  constructor(private readonly calls: KeyCallsService) {}

  @Get('calls')
  @Describes({
    id: 'findKeyCalls',
    summary: 'Why a request failed',
    description:
      'The calls with this request id that were refused or failed, with whatever key of the enterprise, in the last 7 days: two seconds after the answer at the latest. Of each key the last 200 are kept.',
  })
  @ViewsArrayOf(KeyCallDto, 'The calls, the newest first; none where none is known.')
  find(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() { request_id }: KeyCallsQuery,
  ): Promise<KeyCallDto[]> {
    return this.calls.find(enterprise, request_id);
  }

  @Get(':id/calls')
  @Describes({
    id: 'getKeyCalls',
    summary: 'The calls with a key',
    description:
      'How the calls of the last 7 days ended, and the last of them that were refused or failed: two seconds after the answer at the latest. Calls that are refused because too much is going on are not among them.',
  })
  @TakesKeyId()
  @ViewsOne(KeyCallsDto, 'The counts and the calls.')
  @AnswersProblems('api_key_not_found')
  get(@CurrentEnterprise() enterprise: CallerEnterprise, @Param('id') id: string): Promise<KeyCallsDto> {
    return this.calls.get(enterprise, id);
  }
}
