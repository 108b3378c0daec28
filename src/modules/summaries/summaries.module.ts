import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { DataUsageSummaryController, ScreenTimeSummaryController } from './summaries.controller.js';
import { SummariesService } from './summaries.service.js';

@Module({
  imports: [RecordsModule],
  controllers: [DataUsageSummaryController, ScreenTimeSummaryController],
  providers: [SummariesService],
  exports: [SummariesService],
})
export class SummariesModule {}
