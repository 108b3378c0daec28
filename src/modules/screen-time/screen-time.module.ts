import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DevicesModule } from '../devices/devices.module.js';
import { ScreenTime } from './screen-time.entity.js';
import { ScreenTimeController } from './screen-time.controller.js';
import { ScreenTimeRepository } from './screen-time.repository.js';
import { ScreenTimeService } from './screen-time.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ScreenTime]), DevicesModule],
  controllers: [ScreenTimeController],
  providers: [ScreenTimeService, ScreenTimeRepository],
  exports: [ScreenTimeService],
})
export class ScreenTimeModule {}
