import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { RetentionController } from './retention.controller.js';
import { RetentionScheduler } from './retention.scheduler.js';
import { RetentionService } from './retention.service.js';
import { TombstonesService } from './tombstones.service.js';

@Module({
  imports: [AuditModule, EnterprisesModule],
  controllers: [RetentionController],
  providers: [RetentionService, TombstonesService],
  exports: [RetentionService, TombstonesService],
})
export class RetentionModule {}

/** Runs data retention daily. Only the service imports it, not the commands. */
@Module({
  imports: [RetentionModule, ApiKeysModule],
  providers: [RetentionScheduler],
})
export class RetentionSchedulerModule {}
