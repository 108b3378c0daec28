import { Module } from '@nestjs/common';
import { ChangeFeedModule } from '../change-feed/change-feed.module.js';
import { RecordStreams } from './record-streams.service.js';

@Module({
  imports: [ChangeFeedModule],
  providers: [RecordStreams],
  exports: [RecordStreams],
})
export class RecordsModule {}
