import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/decorators.js';
import { type Caller, CurrentCaller, CurrentEnterprise } from '../../auth/caller.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { PortalSettingsDto, SettingsDto, UpdateSettingsDto } from './settings.dto.js';
import { SettingsService } from './settings.service.js';

@ApiTags('Settings')
@AdminRoutes()
@Controller('internal/v1/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Describes({
    id: 'getSettings',
    summary: 'Settings',
    description: 'What a customer needs beside a key, and what the enterprise has decided.',
  })
  @Answers(200, 'The settings of the enterprise.', SettingsDto)
  get(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<SettingsDto> {
    return this.settings.get(enterprise.key);
  }

  @Get('portal')
  @Describes({
    id: 'getPortalSettings',
    summary: 'Settings of the portal',
    description: 'What the enterprise and its operator have decided for the portal alone.',
  })
  @Answers(200, 'The settings of the portal.', PortalSettingsDto)
  ofPortal(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<PortalSettingsDto> {
    return this.settings.ofPortal(enterprise.key);
  }

  @Patch()
  @Describes({
    id: 'updateSettings',
    summary: 'Change the settings',
    description:
      'What is left out stays as it is. With another time zone, days that are past begin and end elsewhere as well.',
  })
  @Answers(200, 'The settings as they are now.', SettingsDto)
  @AnswersProblems(...OF_BODIES)
  update(@CurrentCaller() caller: Caller, @Body() body: UpdateSettingsDto): Promise<SettingsDto> {
    return this.settings.update(caller, body);
  }
}
