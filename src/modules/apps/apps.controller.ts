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
import { ChangesQuery, DevicesFilterQuery, RowsQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ApplicationChangeDto, ApplicationChangesDto, ApplicationDto } from './application.dto.js';
import { AppsService } from './apps.service.js';

const CHANGES = '/api/v1/device/app/changes';

@ApiTags('Applications')
@Controller()
export class AppsController {
  constructor(private readonly apps: AppsService) {}

  @Get('api/v1/device/app/id/:id')
  @Scopes('device:GetApplication')
  @ApiOperation({
    summary: 'Applications of a device',
    description: 'Returns the apps that are installed on the device, ordered by ID.',
  })
  @TakesDevice()
  @RespondsWithRows(ApplicationDto, 'The records of the device. Empty if there are none.')
  listApplications(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: RowsQuery,
  ): StreamedResponse {
    return this.apps.list(enterprise, deviceId, query);
  }

  @Get('api/v1/device/app/bulk')
  @Scopes('device:GetApplication', { bulk: true })
  @ApiOperation({
    summary: 'Applications of all devices',
    description:
      'Returns the installed apps of all devices, grouped by device, then ordered by ID. Devices with the status DELETED are not included.',
  })
  @RespondsWithSnapshot(ApplicationDto, 'Every app of every device.', CHANGES)
  listAllApplications(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: DevicesFilterQuery,
  ): StreamedResponse {
    return this.apps.listAll(enterprise, query);
  }

  @Get(CHANGES)
  @Scopes('device:GetApplication', { feed: true })
  @ApiOperation({
    summary: 'Changes of applications',
    description:
      'Returns the apps that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified. The apps of devices that became DELETED are deleted.',
  })
  @RespondsWithChanges(ApplicationChangesDto, ApplicationChangeDto)
  listApplicationChanges(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: ChangesQuery,
  ): StreamedResponse {
    return this.apps.changesSince(enterprise, query);
  }
}
