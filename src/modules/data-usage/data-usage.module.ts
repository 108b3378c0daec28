import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecordsModule } from '../records/records.module.js';
import { DataUsage } from './data-usage.entity.js';
import { DataUsageController } from './data-usage.controller.js';
import { DataUsageRepository } from './data-usage.repository.js';
import { DataUsageService } from './data-usage.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DataUsage]), RecordsModule],
  controllers: [DataUsageController],
  providers: [DataUsageService, DataUsageRepository],
  exports: [DataUsageService],
})
export class DataUsageModule {}
