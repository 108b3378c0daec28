import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminRoutes, type Caller, CurrentCaller, CurrentEnterprise } from '../../auth/access.js';
import { TakesDevice, RespondsWith, ChoosesFields, RespondsWithRows } from '../../openapi/decorators.js';
import { ALL_FORMATS } from '../../http/request-validation.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import {
  FirstDay,
  LastDay,
  AllFormatsQuery,
  HistoryQuery,
  ObjectQuery,
  RowsQuery,
} from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { AuditService } from '../audit/audit.service.js';
import { DeviceDetailDto, DeviceListItemDto, LastPositionDto } from '../devices/device.dto.js';
import { ApplicationDto } from '../apps/application.dto.js';
import { AppsService } from '../apps/apps.service.js';
import { DeviceLocationDto } from '../locations/location.dto.js';
import { LocationsService } from '../locations/locations.service.js';
import { ScreenTimeDto } from '../screen-time/screen-time.dto.js';
import { ScreenTimeService } from '../screen-time/screen-time.service.js';
import { DataUsageDto } from '../data-usage/data-usage.dto.js';
import { DataUsageService } from '../data-usage/data-usage.service.js';
import { DevicesService } from '../devices/devices.service.js';

const HOUR_MS = 3_600_000;

class ViewedDaysQuery extends RowsQuery {
  @FirstDay()
  startdate: string;

  @LastDay()
  enddate: string;
}

@ApiTags('Data')
@AdminRoutes({ data: true })
@Controller('internal/v1/data')
export class PortalDataController {
  constructor(
    private readonly devices: DevicesService,
    private readonly usage: DataUsageService,
    private readonly screenTime: ScreenTimeService,
    private readonly apps: AppsService,
    private readonly locations: LocationsService,
    private readonly audit: AuditService,
  ) {}

  @Get('devices')
  @ApiOperation({ summary: 'List devices', description: 'Returns the same as `GET /api/v1/device/`.' })
  @RespondsWithRows(DeviceListItemDto, 'The devices, by ID.', ALL_FORMATS)
  viewDevices(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: AllFormatsQuery,
  ): StreamedResponse {
    return this.devices.list(enterprise, query);
  }

  @Get('devices/:id')
  @ApiOperation({ summary: 'Get a device', description: 'Returns the same as `GET /api/v1/device/id/:id`.' })
  @TakesDevice()
  @ChoosesFields(DeviceDetailDto)
  @RespondsWith(200, 'The device.', DeviceDetailDto)
  viewDevice(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: ObjectQuery,
  ): Promise<StreamedResponse> {
    return this.devices.get(enterprise, deviceId, query);
  }

  @Get('last-positions')
  @ApiOperation({
    summary: 'List the last locations of all devices',
    description:
      'Returns the last location of every device with one: the newer of the location in the device and its newest location record.',
  })
  @RespondsWith(200, 'The locations, by device ID.', [LastPositionDto])
  viewLastPositions(@CurrentEnterprise() enterprise: CallerEnterprise): StreamedResponse {
    return this.devices.listLastLocations(enterprise);
  }

  @Get('devices/:id/data-usage')
  @ApiOperation({
    summary: 'List the data usage of a device',
    description: 'Returns the same as `GET /api/v1/device/datausage/id/:id`.',
  })
  @TakesDevice()
  @RespondsWithRows(DataUsageDto, 'The records. Empty if there are none.')
  viewDataUsage(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: HistoryQuery,
  ): StreamedResponse {
    return this.usage.list(enterprise, deviceId, query);
  }

  @Get('devices/:id/screen-time')
  @ApiOperation({
    summary: 'List the screen time of a device',
    description: 'Returns the same as `GET /api/v1/device/screentime/id/:id`.',
  })
  @TakesDevice()
  @RespondsWithRows(ScreenTimeDto, 'The records. Empty if there are none.')
  viewScreenTime(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: HistoryQuery,
  ): StreamedResponse {
    return this.screenTime.list(enterprise, deviceId, query);
  }

  @Get('devices/:id/applications')
  @ApiOperation({
    summary: 'List the apps of a device',
    description: 'Returns the same as `GET /api/v1/device/app/id/:id`.',
  })
  @TakesDevice()
  @RespondsWithRows(ApplicationDto, 'The records. Empty if there are none.')
  viewApplications(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: RowsQuery,
  ): StreamedResponse {
    return this.apps.list(enterprise, deviceId, query);
  }

  @Get('devices/:id/locations')
  @ApiOperation({
    summary: 'List the locations of a device',
    description:
      'Returns the locations from `startdate` to `enddate`, inclusive, in the time zone of the enterprise. The audit log records the view, once an hour for each user and device.',
  })
  @TakesDevice()
  @RespondsWithRows(DeviceLocationDto, 'The locations, by time and ID.')
  async viewLocations(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: ViewedDaysQuery,
  ): Promise<StreamedResponse> {
    const track = this.locations.listInDays(enterprise, deviceId, query);
    await this.devices.require(enterprise, deviceId);
    const viewed = { action: 'track.viewed', details: { device_id: deviceId } } as const;
    // before the response, so that no track is read without a record
    await this.audit.recordOnce(caller, viewed, Date.now() - HOUR_MS);
    return track;
  }

  @Get('devices/:id/locations/newest')
  @ApiOperation({
    summary: 'Get the newest location of a device',
    description: 'Returns the location record with the latest time. Ignores times in the future.',
  })
  @TakesDevice()
  @RespondsWithRows(
    DeviceLocationDto,
    'The newest location, or several with the same time. Empty if there is none.',
  )
  viewNewestLocation(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: RowsQuery,
  ): StreamedResponse {
    return this.locations.listNewest(enterprise, deviceId, query);
  }
}
