import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/admin-routes.decorator.js';
import { CurrentEnterprise } from '../../auth/caller.js';
import { Describes, TakesDevice } from '../../openapi/operation.decorators.js';
import { ViewsRows } from '../../openapi/rows.decorators.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { HistoryQuery, RowsQuery } from '../../http/parameters/rows.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ApplicationDto } from '../apps/application.dto.js';
import { AppsService } from '../apps/apps.service.js';
import { DeviceLocationDto } from '../locations/location.dto.js';
import { LocationsService } from '../locations/locations.service.js';
import { ScreenTimeDto } from '../screen-time/screen-time.dto.js';
import { ScreenTimeService } from '../screen-time/screen-time.service.js';
import { DataUsageDto } from '../data-usage/data-usage.dto.js';
import { DataUsageService } from '../data-usage/data-usage.service.js';
import { ViewedDaysQuery } from './viewed-days.query.js';

/** The records of a device as customers get them; of its positions those of some days. */
@ApiTags('Data')
@AdminRoutes()
@Controller('internal/v1/data/devices/:id')
export class DeviceRecordsViewController {
  constructor(
    private readonly usage: DataUsageService,
    private readonly screenTime: ScreenTimeService,
    private readonly apps: AppsService,
    private readonly locations: LocationsService,
  ) {}

  @Get('data-usage')
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

  @Get('screen-time')
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

  @Get('applications')
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

  @Get('locations')
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

  @Get('locations/newest')
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
