import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise } from '../../auth/caller.js';
import { Scopes } from '../../auth/scopes.decorator.js';
import { Describes, TakesDevice } from '../../document/operation.decorators.js';
import { AnswersFleet, AnswersRows } from '../../document/rows.decorators.js';
import type { Answer } from '../../answers/answers.js';
import { RowsQuery } from '../../http/parameters/rows.query.js';
import { SyncQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { ApplicationDto } from './application.dto.js';
import { AppsService } from './apps.service.js';

@ApiTags('Applications')
@Controller()
export class AppsController {
  constructor(private readonly apps: AppsService) {}

  @Get('api/v1/device/app/id/:id')
  @Scopes('device:GetApplication')
  @Describes({
    id: 'listApplications',
    summary: 'Applications of a device',
    description: 'The apps installed on the device, by ID.',
  })
  @TakesDevice()
  @AnswersRows(ApplicationDto, 'Every record of the device; empty where there is none.')
  list(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: RowsQuery,
  ): Answer {
    return this.apps.list(enterprise, deviceId, query);
  }

  @Get('api/v1/device/app/bulk')
  @Scopes('device:GetApplication', { bulk: true })
  @Describes({
    id: 'listAllApplications',
    summary: 'Applications of all devices',
    description:
      'The apps installed on every device, device by device, then by ID. Devices in the state DELETED have none.',
  })
  @AnswersFleet(ApplicationDto, 'Every app of every device.')
  listAll(@CurrentEnterprise() enterprise: CallerEnterprise, @Query() query: SyncQuery): Answer {
    return this.apps.listAll(enterprise, query);
  }
}
