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
import { ChangesQuery, BulkDaysQuery, DevicesFilterQuery, HistoryQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ALL_FORMATS } from '../../http/request-validation.js';
import {
  BulkLocationDto,
  DeviceLocationDto,
  LatestLocationDto,
  LocationChangeDto,
  LocationChangesDto,
} from './location.dto.js';
import { LocationsService } from './locations.service.js';

const CHANGES = '/api/v1/device-location/changes';

@ApiTags('Locations')
@Controller('api/v1/device-location')
export class LocationsController {
  constructor(private readonly locations: LocationsService) {}

  @Get('id/:id')
  @Scopes('device:GetLocation')
  @ApiOperation({
    summary: 'Locations of a device',
    description: 'Returns the locations of the device, ordered by time and id.',
  })
  @TakesDevice()
  @RespondsWithRows(DeviceLocationDto, 'The locations of the device. Empty if there are none.')
  listLocations(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: HistoryQuery,
  ): StreamedResponse {
    return this.locations.list(enterprise, deviceId, query);
  }

  @Get('bulk')
  @Scopes('device:GetLocation', { bulk: true })
  @ApiOperation({
    summary: 'Locations of all devices',
    description:
      'Returns the locations of all devices on the days from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. Ordered by time and id.',
  })
  @RespondsWithSnapshot(BulkLocationDto, 'The locations of these days.', CHANGES)
  listAllLocations(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: BulkDaysQuery,
  ): StreamedResponse {
    return this.locations.listAll(enterprise, query);
  }

  @Get('changes')
  @Scopes('device:GetLocation', { feed: true })
  @ApiOperation({
    summary: 'Changes of locations',
    description:
      'Returns the locations that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified.',
  })
  @RespondsWithChanges(LocationChangesDto, LocationChangeDto)
  listLocationChanges(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: ChangesQuery,
  ): StreamedResponse {
    return this.locations.changesSince(enterprise, query);
  }

  @Get('latest')
  @Scopes('device:GetLocation', { bulk: true, tagged: false })
  @ApiOperation({
    summary: 'The latest location of each device',
    description:
      'Returns the newest location record of each device, ordered by device. Devices without a location and devices with the status DELETED are not included.',
  })
  @RespondsWithRows(LatestLocationDto, 'The latest locations.', ALL_FORMATS)
  listLatestLocations(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: DevicesFilterQuery,
  ): StreamedResponse {
    return this.locations.listLatest(enterprise, query);
  }
}
