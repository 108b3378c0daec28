import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnswersModule } from '../../answers/answers.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { Device } from './device.entity.js';
import { DevicesController } from './devices.controller.js';
import { DevicesRepository } from './devices.repository.js';
import { DevicesService } from './devices.service.js';
import { DeviceRecordsService } from './records/device-records.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Device]), AnswersModule, SyncModule],
  controllers: [DevicesController],
  providers: [DevicesService, DevicesRepository, DeviceRecordsService],
  exports: [DevicesService, DeviceRecordsService],
})
export class DevicesModule {}
