import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise } from '../../auth/current-enterprise.js';
import { Scopes } from '../../auth/scopes.decorator.js';
import { AnswersArrayOf, Describes, TakesDevice } from '../../document/operation.decorators.js';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { LocationBulkQuery } from './location-bulk.query.js';
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
  @AnswersArrayOf(DeviceLocationDto, 'Every position of the device; empty where there is none.')
  list(@CurrentEnterprise() enterprise: CallerEnterprise, @Param('id') deviceId: string): Answer {
    return this.locations.list(enterprise, deviceId);
  }

  @Get('bulk')
  @Scopes('device:GetLocation', { bulk: true })
  @Describes({
    id: 'listAllLocations',
    summary: 'Positions of all devices',
    description:
      'Where all devices have been on the days from `startdate` to `enddate`, both included, in the time zone of the enterprise, by time and id.',
  })
  @AnswersArrayOf(BulkLocationDto, 'Every position in these days.')
  listAll(@CurrentEnterprise() enterprise: CallerEnterprise, @Query() days: LocationBulkQuery): Answer {
    return this.locations.listAll(enterprise, days);
  }
}
