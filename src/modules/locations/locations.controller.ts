import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise } from '../../auth/caller.js';
import { Scopes } from '../../auth/scopes.decorator.js';
import { Describes, TakesDevice } from '../../document/operation.decorators.js';
import { AnswersFleet, AnswersRows } from '../../document/rows.decorators.js';
import type { Answer } from '../../answers/answers.js';
import { HistoryQuery } from '../../http/parameters/rows.query.js';
import { SyncDaysQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { BulkLocationDto, DeviceLocationDto } from './location.dto.js';
import { LocationsService } from './locations.service.js';

@ApiTags('Locations')
@Controller('api/v1/device-location')
export class LocationsController {
  constructor(private readonly locations: LocationsService) {}

  @Get('id/:id')
  @Scopes('device:GetLocation')
  @Describes({
    id: 'listLocations',
    summary: 'Positions of a device',
    description: 'Where the device has been, by time and id.',
  })
  @TakesDevice()
  @AnswersRows(DeviceLocationDto, 'Every position of the device; empty where there is none.')
  list(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: HistoryQuery,
  ): Answer {
    return this.locations.list(enterprise, deviceId, query);
  }

  @Get('bulk')
  @Scopes('device:GetLocation', { bulk: true })
  @Describes({
    id: 'listAllLocations',
    summary: 'Positions of all devices',
    description:
      'Where all devices have been on the days from `startdate` to `enddate`, both included, in the time zone of the enterprise, by time and id.',
  })
  @AnswersFleet(BulkLocationDto, 'Every position in these days.')
  listAll(@CurrentEnterprise() enterprise: CallerEnterprise, @Query() query: SyncDaysQuery): Answer {
    return this.locations.listAll(enterprise, query);
  }
}
