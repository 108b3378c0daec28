import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise } from '../../auth/current-enterprise.js';
import { Scopes } from '../../auth/scopes.decorator.js';
import { AnswersArrayOf, AnswersOne, Describes, TakesDevice } from '../../document/operation.decorators.js';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { DeviceDetailDto, DeviceListItemDto } from './device.dto.js';
import { DevicesService } from './devices.service.js';

@ApiTags('Devices')
@Controller()
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Get(['api/v1/device', 'device'])
  @Scopes('device:GetList')
  @Describes({
    id: 'listDevices',
    summary: 'All devices',
    description: 'All devices of the enterprise, by id. Devices in the state DELETED are not listed.',
  })
  @AnswersArrayOf(DeviceListItemDto, 'Every device of the enterprise.')
  list(@CurrentEnterprise() enterprise: CallerEnterprise): Answer {
    return this.devices.list(enterprise);
  }

  @Get(['api/v1/device/id/:id', 'device/:id'])
  @Scopes('device:GetDetail')
  @Describes({
    id: 'getDevice',
    summary: 'One device',
    description: 'One device with all that is known of it.',
  })
  @TakesDevice()
  @AnswersOne(DeviceDetailDto, 'The device.')
  get(@CurrentEnterprise() enterprise: CallerEnterprise, @Param('id') deviceId: string): Promise<Answer> {
    return this.devices.require(enterprise, deviceId);
  }
}
