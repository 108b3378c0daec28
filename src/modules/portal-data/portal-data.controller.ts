import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/decorators.js';
import { CurrentEnterprise } from '../../auth/caller.js';
import {
  Describes,
  TakesDevice,
  ViewsArrayOf,
  ViewsOne,
  ChoosesFields,
  ViewsFleet,
  ViewsRows,
} from '../../openapi/decorators.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import {
  FirstDay,
  LastDay,
  FleetQuery,
  HistoryQuery,
  ObjectQuery,
  RowsQuery,
} from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
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

class ViewedDaysQuery extends RowsQuery {
  @FirstDay()
  startdate: string;

  @LastDay()
  enddate: string;
}

@ApiTags('Data')
@AdminRoutes()
@Controller('internal/v1/data')
export class PortalDataController {
  constructor(
    private readonly devices: DevicesService,
    private readonly usage: DataUsageService,
    private readonly screenTime: ScreenTimeService,
    private readonly apps: AppsService,
    private readonly locations: LocationsService,
  ) {}

  @Get('devices')
  @Describes({
    id: 'viewDevices',
    summary: 'All devices',
    description: 'The same as `GET /api/v1/device/` answers a customer.',
  })
  @ViewsFleet(DeviceListItemDto, 'Every device of the enterprise, by id.')
  list(@CurrentEnterprise() enterprise: CallerEnterprise, @Query() query: FleetQuery): StreamedResponse {
    return this.devices.list(enterprise, query);
  }

  @Get('devices/:id')
  @Describes({
    id: 'viewDevice',
    summary: 'One device',
    description: 'The same as `GET /api/v1/device/id/:id` answers a customer.',
  })
  @TakesDevice()
  @ChoosesFields(DeviceDetailDto)
  @ViewsOne(DeviceDetailDto, 'The device.')
  get(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: ObjectQuery,
  ): Promise<StreamedResponse> {
    return this.devices.get(enterprise, deviceId, query);
  }

  @Get('last-positions')
  @Describes({
    id: 'viewLastPositions',
    summary: 'Where the fleet is',
    description:
      'The last position of every device that has one, by id: the newer of the one in the device and the newest of its stored positions.',
  })
  @ViewsArrayOf(LastPositionDto, 'Every device with a position.')
  lastPositions(@CurrentEnterprise() enterprise: CallerEnterprise): StreamedResponse {
    return this.devices.listLastLocations(enterprise);
  }

  @Get('devices/:id/data-usage')
  @Describes({
    id: 'viewDataUsage',
    summary: 'Data usage of a device',
    description: 'The same as `GET /api/v1/device/datausage/id/:id` answers a customer.',
  })
  @TakesDevice()
  @ViewsRows(DataUsageDto, 'The records of the device. Empty if there are none.')
  listDataUsage(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: HistoryQuery,
  ): StreamedResponse {
    return this.usage.list(enterprise, deviceId, query);
  }

  @Get('devices/:id/screen-time')
  @Describes({
    id: 'viewScreenTime',
    summary: 'Screen time of a device',
    description: 'The same as `GET /api/v1/device/screentime/id/:id` answers a customer.',
  })
  @TakesDevice()
  @ViewsRows(ScreenTimeDto, 'The records of the device. Empty if there are none.')
  listScreenTime(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: HistoryQuery,
  ): StreamedResponse {
    return this.screenTime.list(enterprise, deviceId, query);
  }

  @Get('devices/:id/applications')
  @Describes({
    id: 'viewApplications',
    summary: 'Applications of a device',
    description: 'The same as `GET /api/v1/device/app/id/:id` answers a customer.',
  })
  @TakesDevice()
  @ViewsRows(ApplicationDto, 'The records of the device. Empty if there are none.')
  listApplications(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: RowsQuery,
  ): StreamedResponse {
    return this.apps.list(enterprise, deviceId, query);
  }

  @Get('devices/:id/locations')
  @Describes({
    id: 'viewLocations',
    summary: 'Locations of a device in some days',
    description:
      'Where the device was on the days from `startdate` to `enddate`, both included, in the time zone of the enterprise, by time and id.',
  })
  @TakesDevice()
  @ViewsRows(DeviceLocationDto, 'The locations of the device on these days. Empty if there are none.')
  listLocations(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: ViewedDaysQuery,
  ): StreamedResponse {
    return this.locations.listInDays(enterprise, deviceId, query);
  }

  @Get('devices/:id/locations/newest')
  @Describes({
    id: 'viewNewestLocation',
    summary: 'Newest position of a device',
    description:
      'Where the device was when it last reported a position, so that a page can begin with days that hold some.',
  })
  @TakesDevice()
  @ViewsRows(
    DeviceLocationDto,
    'The newest position, several if they were taken at the same time; empty where there is none.',
  )
  listNewestLocation(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: RowsQuery,
  ): StreamedResponse {
    return this.locations.listNewest(enterprise, deviceId, query);
  }
}
