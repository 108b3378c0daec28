import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEvent } from './audit-event.entity.js';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEventsRepository } from './audit-events.repository.js';
import { AuditEventsService } from './audit-events.service.js';
import { AuditTrail } from './audit-trail.service.js';
import { AuditVerification } from './audit-verification.service.js';
import { Refusals } from '../../http/refusals.js';
import { RefusedCalls } from './refused-calls.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AuditEvent])],
  controllers: [AuditEventsController],
  providers: [
    AuditEventsService,
    AuditEventsRepository,
    AuditTrail,
    AuditVerification,
    RefusedCalls,
    { provide: Refusals, useExisting: RefusedCalls },
  ],
  exports: [AuditTrail, Refusals],
})
export class AuditModule {}
