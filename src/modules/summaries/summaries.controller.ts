import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise, Scopes } from '../../auth/access.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { RespondsWith } from '../../openapi/decorators.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { SummariesService } from './summaries.service.js';
import { DataUsageSummaryDto, ScreenTimeSummaryDto, SummaryQuery } from './summary.dto.js';

@Controller('api/v1/device')
export class SummariesController {
  constructor(private readonly summaries: SummariesService) {}

  @Get('datausage/summary')
  @Scopes('device:GetDataUsage', { bulk: true, tagged: false })
  @ApiTags('Data usage')
  @ApiOperation({
    summary: 'Data usage summed by app, device, or day',
    description:
      'Returns the sums of the data usage from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Records of deleted devices are included.',
  })
  @RespondsWith(200, 'The sums.', DataUsageSummaryDto)
  summarizeDataUsage(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: SummaryQuery,
  ): StreamedResponse {
    return this.summaries.respond('datausage', enterprise, query);
  }

  @Get('screentime/summary')
  @Scopes('device:GetScreenTime', { bulk: true, tagged: false })
  @ApiTags('Screen time')
  @ApiOperation({
    summary: 'Screen time summed by app, device, or day',
    description:
      'Returns the sums of the screen time from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Records of deleted devices are included.',
  })
  @RespondsWith(200, 'The sums.', ScreenTimeSummaryDto)
  summarizeScreenTime(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: SummaryQuery,
  ): StreamedResponse {
    return this.summaries.respond('screentime', enterprise, query);
  }
}
