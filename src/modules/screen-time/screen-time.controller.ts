import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentEnterprise } from '../../auth/current-enterprise.js';
import { Scopes } from '../../auth/scopes.decorator.js';
import { AnswersArrayOf, Describes, TakesDevice } from '../../document/operation.decorators.js';
import type { Answer } from '../../answers/answers.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { ScreenTimeDto } from './screen-time.dto.js';
import { ScreenTimeService } from './screen-time.service.js';

@ApiTags('Screen time')
@Controller()
export class ScreenTimeController {
  constructor(private readonly screenTime: ScreenTimeService) {}

  @Get('api/v1/device/screentime/id/:id')
  @Scopes('device:GetScreenTime')
  @Describes({
    id: 'listScreenTime',
    summary: 'Screen time of a device',
    description: 'How long each app of the device was in the foreground per day, by start and id.',
  })
  @TakesDevice()
  @AnswersArrayOf(ScreenTimeDto, 'Every record of the device; empty where there is none.')
  list(@CurrentEnterprise() enterprise: CallerEnterprise, @Param('id') deviceId: string): Answer {
    return this.screenTime.list(enterprise, deviceId);
  }
}
