import { Module } from '@nestjs/common';
import { AppsModule } from '../apps/apps.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { LocationsModule } from '../locations/locations.module.js';
import { ScreenTimeModule } from '../screen-time/screen-time.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { DataViewController } from './data-view.controller.js';
import { DeviceRecordsViewController } from './device-records-view.controller.js';

/** What customers get, for the administrators' eyes. */
@Module({
  imports: [DevicesModule, UsageModule, ScreenTimeModule, AppsModule, LocationsModule],
  controllers: [DataViewController, DeviceRecordsViewController],
})
export class DataViewModule {}
