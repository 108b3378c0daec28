import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { OldRecordsRepository } from './old-records.repository.js';
import { OldRemovalsRepository } from './old-removals.repository.js';
import { OldRemovalsService } from './old-removals.service.js';
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
