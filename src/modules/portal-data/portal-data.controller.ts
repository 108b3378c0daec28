import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/admin-routes.decorator.js';
import { CurrentEnterprise } from '../../auth/caller.js';
import { Describes, TakesDevice, ViewsArrayOf, ViewsOne } from '../../openapi/operation.decorators.js';
import { ChoosesFields, ViewsFleet } from '../../openapi/rows.decorators.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { FleetQuery, ObjectQuery } from '../../http/parameters/rows.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { DeviceDetailDto, DeviceListItemDto, LastPositionDto } from '../devices/device.dto.js';
import { DevicesService } from '../devices/devices.service.js';

/** The devices of an enterprise as its customers get them. */
@ApiTags('Data')
@AdminRoutes()
@Controller('internal/v1/data')
export class PortalDataController {
  constructor(private readonly devices: DevicesService) {}

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
}
