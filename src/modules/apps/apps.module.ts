import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.js';
import { AppsController } from './apps.controller.js';
import { AppsRepository } from './apps.repository.js';
import { AppsService } from './apps.service.js';

@Module({
  imports: [DevicesModule],
  controllers: [AppsController],
  providers: [AppsService, AppsRepository],
  exports: [AppsService],
})
export class AppsModule {}
