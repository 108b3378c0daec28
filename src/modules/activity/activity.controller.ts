import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminRoutes, CurrentEnterprise } from '../../auth/access.js';
import { RespondsWith } from '../../openapi/decorators.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ActivityDto, ActivityQuery } from './activity.dto.js';
import { ActivityService } from './activity.service.js';

@ApiTags('Activity')
@AdminRoutes()
@Controller('internal/v1/activity')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get()
  @ApiOperation({
    summary: 'List the activity of API keys',
    description:
      'Returns the requests of each API key per hour and scope, from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Up to 366 days. Requests to other instances are included after up to 20 seconds.',
  })
  @RespondsWith(200, 'The activity by hour, API key and scope. Hours without requests are omitted.', [
    ActivityDto,
  ])
  listActivity(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() days: ActivityQuery,
  ): Promise<StreamedResponse> {
    return this.activity.list(enterprise, days);
  }
}
