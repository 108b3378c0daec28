import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise } from '../../auth/current-enterprise.js';
import { Scopes } from '../../auth/scopes.decorator.js';
import { AnswersArrayOf, Describes, TakesDevice } from '../../document/operation.decorators.js';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { DataUsageDto } from './data-usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Data usage')
@Controller()
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get(['api/v1/device/datausage/id/:id', 'device/:id/datausage', 'device/api/v1/device/datausage/id/:id'])
  @Scopes('device:GetDataUsage')
  @Describes({
    id: 'listDataUsage',
    summary: 'Data usage of a device',
    description: 'The bytes that each app of the device moved per day, by start and id.',
  })
  @TakesDevice()
  @AnswersArrayOf(DataUsageDto, 'Every record of the device; empty where there is none.')
  list(@CurrentEnterprise() enterprise: CallerEnterprise, @Param('id') deviceId: string): Answer {
    return this.usage.list(enterprise, deviceId);
  }
}
