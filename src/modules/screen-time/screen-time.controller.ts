import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise, Scopes } from '../../auth/access.js';
import {
  TakesDevice,
  RespondsWithChanges,
  RespondsWithSnapshot,
  RespondsWithRows,
} from '../../openapi/decorators.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { ChangesQuery, BulkDaysQuery, HistoryQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ScreenTimeChangeDto, ScreenTimeChangesDto, ScreenTimeDto } from './screen-time.dto.js';
import { ScreenTimeService } from './screen-time.service.js';

const CHANGES = '/api/v1/device/screentime/changes';

@ApiTags('Screen time')
@Controller()
export class ScreenTimeController {
  constructor(private readonly screenTime: ScreenTimeService) {}

  @Get('api/v1/device/screentime/id/:id')
  @Scopes('device:GetScreenTime')
  @ApiOperation({
    summary: 'Screen time of a device',
    description: 'Returns the screen time per app and day of the device, ordered by start and id.',
  })
  @TakesDevice()
  @RespondsWithRows(ScreenTimeDto, 'The records of the device. Empty if there are none.')
  listScreenTime(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: HistoryQuery,
  ): StreamedResponse {
    return this.screenTime.list(enterprise, deviceId, query);
  }

  @Get('api/v1/device/screentime/bulk')
  @Scopes('device:GetScreenTime', { bulk: true })
  @ApiOperation({
    summary: 'Screen time of all devices',
    description:
      'Returns the screen time per app and day of all devices from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Grouped by device, then ordered by start and id.',
  })
  @RespondsWithSnapshot(ScreenTimeDto, 'Every record that starts in these days.', CHANGES)
  listAllScreenTime(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: BulkDaysQuery,
  ): StreamedResponse {
    return this.screenTime.listAll(enterprise, query);
  }

  @Get(CHANGES)
  @Scopes('device:GetScreenTime', { feed: true })
  @ApiOperation({
    summary: 'Changes of screen time',
    description:
      'Returns the screen time records that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified.',
  })
  @RespondsWithChanges(ScreenTimeChangesDto, ScreenTimeChangeDto)
  listScreenTimeChanges(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: ChangesQuery,
  ): StreamedResponse {
    return this.screenTime.changesSince(enterprise, query);
  }
}
