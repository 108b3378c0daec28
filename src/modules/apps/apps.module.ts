import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecordsModule } from '../records/records.module.js';
import { Application } from './application.entity.js';
import { AppsController } from './apps.controller.js';
import { AppsRepository } from './apps.repository.js';
import { AppsService } from './apps.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Application]), RecordsModule],
  controllers: [AppsController],
  providers: [AppsService, AppsRepository],
  exports: [AppsService],
})
export class AppsModule {}
