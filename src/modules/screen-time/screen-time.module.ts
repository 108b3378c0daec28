import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecordsModule } from '../records/records.module.js';
import { ScreenTime } from './screen-time.entity.js';
import { ScreenTimeController } from './screen-time.controller.js';
import { ScreenTimeRepository } from './screen-time.repository.js';
import { ScreenTimeService } from './screen-time.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ScreenTime]), RecordsModule],
  controllers: [ScreenTimeController],
  providers: [ScreenTimeService, ScreenTimeRepository],
  exports: [ScreenTimeService],
})
export class ScreenTimeModule {}
