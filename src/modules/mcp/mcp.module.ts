import { Module } from '@nestjs/common';
import { AppsModule } from '../apps/apps.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { LocationsModule } from '../locations/locations.module.js';
import { SummariesModule } from '../summaries/summaries.module.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';

@Module({
  imports: [DevicesModule, AppsModule, LocationsModule, SummariesModule],
  controllers: [McpController],
  providers: [McpService],
})
export class McpModule {}
