import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { SummariesController } from './summaries.controller.js';
import { SummariesService } from './summaries.service.js';

@Module({
  imports: [RecordsModule],
  controllers: [SummariesController],
  providers: [SummariesService],
  exports: [SummariesService],
})
export class SummariesModule {}
