import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise } from '../../auth/current-enterprise.js';
import { Scopes } from '../../auth/scopes.decorator.js';
import { AnswersArrayOf, Describes, TakesDevice } from '../../document/operation.decorators.js';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { ApplicationDto } from './application.dto.js';
import { AppsService } from './apps.service.js';

@ApiTags('Applications')
@Controller()
export class AppsController {
  constructor(private readonly apps: AppsService) {}

  @Get('api/v1/device/app/id/:id')
  @Scopes('device:GetApplication')
  @Describes({
    id: 'listApplications',
    summary: 'Applications of a device',
    description: 'The apps installed on the device, by ID.',
  })
  @TakesDevice()
  @AnswersArrayOf(ApplicationDto, 'Every record of the device; empty where there is none.')
  list(@CurrentEnterprise() enterprise: CallerEnterprise, @Param('id') deviceId: string): Answer {
    return this.apps.list(enterprise, deviceId);
  }
}
