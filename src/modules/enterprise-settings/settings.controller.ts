import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminRoutes, type Caller, CurrentCaller, CurrentEnterprise } from '../../auth/access.js';
import { RespondsWith, RespondsWithProblems, OF_BODIES } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { PortalSettingsDto, SettingsDto, UpdateSettingsDto } from './settings.dto.js';
import { SettingsService } from './settings.service.js';

@ApiTags('Settings')
@AdminRoutes()
@Controller('internal/v1/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @ApiOperation({
    summary: 'Get the settings',
    description: 'Returns the settings of the enterprise, and what its customers need in addition to a key.',
  })
  @RespondsWith(200, 'The settings of the enterprise.', SettingsDto)
  getSettings(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<SettingsDto> {
    return this.settings.get(enterprise.key);
  }

  @Get('portal')
  @ApiOperation({
    summary: 'Get the portal settings',
    description: 'Returns the settings that apply to the portal only.',
  })
  @RespondsWith(200, 'The settings of the portal.', PortalSettingsDto)
  getPortalSettings(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<PortalSettingsDto> {
    return this.settings.ofPortal(enterprise.key);
  }

  @Patch()
  @ApiOperation({
    summary: 'Update the settings',
    description:
      'Omitted fields keep their value. A new time zone also changes the start and end of past days.',
  })
  @RespondsWith(200, 'The new settings.', SettingsDto)
  @RespondsWithProblems(...OF_BODIES)
  updateSettings(@CurrentCaller() caller: Caller, @Body() body: UpdateSettingsDto): Promise<SettingsDto> {
    return this.settings.update(caller, body);
  }
}
