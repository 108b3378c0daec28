import { Module } from '@nestjs/common';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEventsRepository } from './pages/audit-events.repository.js';
import { AuditEventsService } from './pages/audit-events.service.js';
import { AuditNamesRepository } from './pages/audit-names.repository.js';
import { AuditTrail } from './trail/audit-trail.service.js';
import { AuditTurns } from './pages/audit-turns.js';
import { AuditVerification } from './verification/audit-verification.service.js';
import { AuditWalk } from './pages/audit-walk.js';
import { Refusals } from '../../http/errors/refusals.js';
import { RefusedCalls } from './refusals/refused-calls.service.js';

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
