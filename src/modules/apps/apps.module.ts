import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DevicesModule } from '../devices/devices.module.js';
import { Application } from './application.entity.js';
import { AppsController } from './apps.controller.js';
import { AppsRepository } from './apps.repository.js';
import { AppsService } from './apps.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Application]), DevicesModule],
  controllers: [AppsController],
  providers: [AppsService, AppsRepository],
  exports: [AppsService],
})
export class AppsModule {}
