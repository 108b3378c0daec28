import { Module } from '@nestjs/common';
import { AnswersModule } from '../../answers/answers.module.js';
import { SyncModule } from '../sync/sync.module.js';
import { DevicesController } from './devices.controller.js';
import { DevicesRepository } from './devices.repository.js';
import { DevicesService } from './devices.service.js';
import { AnswerParts } from './records/device-records.service.js';

@Module({
  imports: [AnswersModule, SyncModule],
  controllers: [DevicesController],
  providers: [DevicesService, DevicesRepository, AnswerParts],
  exports: [DevicesService, AnswerParts],
})
export class DevicesModule {}
