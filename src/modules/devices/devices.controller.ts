import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise, Scopes } from '../../auth/access.js';
import {
  RespondsWith,
  TakesDevice,
  RespondsWithChanges,
  RespondsWithSnapshot,
  ChoosesFields,
} from '../../openapi/decorators.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import { ChangesQuery, DevicesQuery, ObjectQuery } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { DeviceChangeDto, DeviceChangesDto, DeviceDetailDto, DeviceListItemDto } from './device.dto.js';
import { DevicesService } from './devices.service.js';

const CHANGES = '/api/v1/device/changes';

@ApiTags('Devices')
@Controller()
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Get(['api/v1/device', 'device'])
  @Scopes('device:GetList')
  @ApiOperation({
    summary: 'All devices',
    description:
      'Returns all devices of the enterprise, ordered by id. Devices with the status DELETED are not returned. `/api/v1/device/` is the same path.',
  })
  @RespondsWithSnapshot(DeviceListItemDto, 'Every device of the enterprise.', CHANGES)
  listDevices(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: DevicesQuery,
  ): StreamedResponse {
    return this.devices.listWithToken(enterprise, query);
  }

  @Get(CHANGES)
  @Scopes('device:GetList', { feed: true })
  @ApiOperation({
    summary: 'Changes of devices',
    description:
      'Returns the devices that were added, changed, or deleted since a token, each once, in its newest version. The order is unspecified. Devices that became DELETED are deleted.',
  })
  @RespondsWithChanges(DeviceChangesDto, DeviceChangeDto)
  listDeviceChanges(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: ChangesQuery,
  ): StreamedResponse {
    return this.devices.changesSince(enterprise, query);
  }

  @Get(['api/v1/device/id/:id', 'device/:id'])
  @Scopes('device:GetDetail')
  @ApiOperation({ summary: 'One device', description: 'Returns one device with all its fields.' })
  @TakesDevice()
  @ChoosesFields(DeviceDetailDto)
  @RespondsWith(200, 'The device.', DeviceDetailDto)
  getDevice(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') deviceId: string,
    @Query() query: ObjectQuery,
  ): Promise<StreamedResponse> {
    return this.devices.get(enterprise, deviceId, query);
  }
}
