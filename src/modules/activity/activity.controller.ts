import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/decorators.js';
import { CurrentEnterprise } from '../../auth/caller.js';
import { Answers, Describes } from '../../openapi/decorators.js';
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
  @Describes({
    id: 'listActivity',
    summary: 'Activity of keys',
    description:
      'What each key read per hour on the days from `startdate` to `enddate`, both included, in the time zone of the enterprise, at most 366 of them. Other instances of the service are at most 20 seconds behind.',
  })
  @Answers(200, 'By hour, key and scope; hours without requests are left out.', [ActivityDto])
  list(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() days: ActivityQuery,
  ): Promise<StreamedResponse> {
    return this.activity.list(enterprise, days);
  }
}
