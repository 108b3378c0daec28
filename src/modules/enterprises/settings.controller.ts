import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/admin-routes.decorator.js';
import { CurrentEnterprise } from '../../auth/current-enterprise.js';
import { Describes } from '../../document/operation.decorators.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { EnterprisesService } from './enterprises.service.js';
import { SettingsDto } from './settings.dto.js';

@ApiTags('Settings')
@AdminRoutes()
@Controller('internal/v1/settings')
export class SettingsController {
  constructor(private readonly enterprises: EnterprisesService) {}

  @Get()
  @Describes({ id: 'getSettings', summary: 'Settings', description: 'What a customer needs beside a key.' })
  @ApiOkResponse({ type: SettingsDto, description: 'The settings of the enterprise.' })
  get(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<SettingsDto> {
    return this.enterprises.settings(enterprise);
  }
}
