import { Module } from '@nestjs/common';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEventsRepository } from './audit-events.repository.js';
import { AuditEventsService } from './audit-events.service.js';
import { AuditNamesRepository } from './audit-names.repository.js';
import { AuditTrail } from './audit-trail.service.js';
import { AuditTurns } from './audit-turns.js';
import { AuditVerification } from './audit-verification.service.js';
import { AuditWalk } from './audit-walk.js';
import { Refusals } from '../../http/refusals.js';
import { RefusedCalls } from './refused-calls.service.js';

@Module({
  controllers: [AuditEventsController],
  providers: [
    AuditEventsService,
    AuditEventsRepository,
    AuditNamesRepository,
    AuditTrail,
    AuditTurns,
    AuditVerification,
    AuditWalk,
    RefusedCalls,
    { provide: Refusals, useExisting: RefusedCalls },
  ],
  exports: [AuditTrail, Refusals],
})
export class AuditModule {}
