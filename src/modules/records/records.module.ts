import { Module } from '@nestjs/common';
import { AnswersModule } from '../../streaming/streaming.module.js';
import { ChangeFeedModule } from '../change-feed/change-feed.module.js';
import { DeviceRecordsService } from './record-streams.service.js';

/** The queries and responses that all records of devices have in common. */
@Module({
  imports: [AnswersModule, ChangeFeedModule],
  providers: [DeviceRecordsService],
  exports: [DeviceRecordsService],
})
export class RecordsModule {}
