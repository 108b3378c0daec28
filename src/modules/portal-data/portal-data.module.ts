import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AppsModule } from '../apps/apps.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { LocationsModule } from '../locations/locations.module.js';
import { ScreenTimeModule } from '../screen-time/screen-time.module.js';
import { DataUsageModule } from '../data-usage/data-usage.module.js';
import { PortalDataController } from './portal-data.controller.js';

@Module({
  imports: [DevicesModule, DataUsageModule, ScreenTimeModule, AppsModule, LocationsModule, AuditModule],
  controllers: [PortalDataController],
})
export class PortalDataModule {}
