import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise } from '../../auth/caller.js';
import { Scopes } from '../../auth/decorators.js';
import {
  RespondsWithOne,
  Describes,
  TakesDevice,
  RespondsWithFleet,
  ChoosesFields,
} from '../../openapi/decorators.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { ObjectQuery, SyncQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { DeviceDetailDto, DeviceListItemDto } from './device.dto.js';
import { DevicesService } from './devices.service.js';

@ApiTags('Devices')
@Controller()
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Get(['api/v1/device', 'device'])
  @Scopes('device:GetList', { bulk: 'since' })
  @Describes({
    id: 'listDevices',
    summary: 'All devices',
    description:
      'Returns all devices of the enterprise, ordered by id. Devices with the status DELETED are not returned. `/api/v1/device/` is the same path.',
  })
  @RespondsWithFleet(DeviceListItemDto, 'Every device of the enterprise.')
  list(@CurrentEnterprise() enterprise: CallerEnterprise, @Query() query: SyncQuery): StreamedResponse {
    return this.devices.listWithToken(enterprise, query);
  }

  @Get(['api/v1/device/id/:id', 'device/:id'])
  @Scopes('device:GetDetail')
  @Describes({
    id: 'getDevice',
    summary: 'One device',
    description: 'Returns one device with all its fields.',
  })
  @TakesDevice()
  @ChoosesFields(DeviceDetailDto)
  @RespondsWithOne(DeviceDetailDto, 'The device.')
  get(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: ObjectQuery,
  ): Promise<StreamedResponse> {
    return this.devices.get(enterprise, deviceId, query);
  }
}
