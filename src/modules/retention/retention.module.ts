import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { OldRecordsRepository } from './retention.repository.js';
import { OldRemovalsRepository } from './tombstones.repository.js';
import { OldRemovalsService } from './tombstones.service.js';
import { RetentionController } from './retention.controller.js';
import { RetentionService } from './retention.service.js';

/** Removes what enterprises do not keep any longer. */
@Module({
  imports: [AuditModule, EnterprisesModule],
  controllers: [RetentionController],
  providers: [RetentionService, OldRecordsRepository, OldRemovalsService, OldRemovalsRepository],
  exports: [RetentionService, OldRemovalsService],
})
export class RetentionModule {}
