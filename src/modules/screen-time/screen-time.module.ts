import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.js';
import { ScreenTimeController } from './screen-time.controller.js';
import { ScreenTimeService } from './screen-time.service.js';

@Module({
  imports: [DevicesModule],
  controllers: [ScreenTimeController],
  providers: [ScreenTimeService],
  exports: [ScreenTimeService],
})
export class ScreenTimeModule {}
