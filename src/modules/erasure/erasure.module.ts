import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ImporterService } from '../importer/importer.service.js';
import { DeviceEraser } from './device-eraser.js';
import { ErasureService } from './erasure.service.js';

@Module({
  imports: [AuditModule],
  providers: [ErasureService, DeviceEraser, ImporterService],
})
export class ErasureModule {}
