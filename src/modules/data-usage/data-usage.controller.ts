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
import { DataUsageChangeDto, DataUsageChangesDto, DataUsageDto } from './data-usage.dto.js';
import { DataUsageService } from './data-usage.service.js';

const CHANGES = '/api/v1/device/datausage/changes';

@ApiTags('Data usage')
@Controller()
export class DataUsageController {
  constructor(private readonly usage: DataUsageService) {}

  @Get(['api/v1/device/datausage/id/:id', 'device/:id/datausage', 'device/api/v1/device/datausage/id/:id'])
  @Scopes('device:GetDataUsage')
  @ApiOperation({
    summary: 'Data usage of a device',
    description: 'Returns the data usage per app and day of the device, ordered by start and id.',
  })
  @TakesDevice()
  @RespondsWithRows(DataUsageDto, 'The records of the device. Empty if there are none.')
  listDataUsage(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: HistoryQuery,
  ): StreamedResponse {
    return this.usage.list(enterprise, deviceId, query);
  }

  @Get('api/v1/device/datausage/bulk')
  @Scopes('device:GetDataUsage', { bulk: true })
  @ApiOperation({
    summary: 'Data usage of all devices',
    description:
      'Returns the data usage per app and day of all devices from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Grouped by device, then ordered by start and id.',
  })
  @RespondsWithSnapshot(DataUsageDto, 'Every record that starts in these days.', CHANGES)
  listAllDataUsage(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: BulkDaysQuery,
  ): StreamedResponse {
    return this.usage.listAll(enterprise, query);
  }

  @Get(CHANGES)
  @Scopes('device:GetDataUsage', { feed: true })
  @ApiOperation({
    summary: 'Changes of data usage',
    description:
      'Returns the data usage records that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified.',
  })
  @RespondsWithChanges(DataUsageChangesDto, DataUsageChangeDto)
  listDataUsageChanges(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: ChangesQuery,
  ): StreamedResponse {
    return this.usage.changesSince(enterprise, query);
  }
}
