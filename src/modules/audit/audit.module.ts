import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config/config.js';
import { peppersOf } from '../../config/peppers.js';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEventsRepository } from './pages/audit-events.repository.js';
import { AuditEventsService } from './pages/audit-events.service.js';
import { AuditNamesRepository } from './pages/audit-names.repository.js';
import { AuditHead } from './trail/audit-head.entity.js';
import { AuditSeal } from './trail/audit-seal.js';
import { AuditTrail } from './trail/audit-trail.service.js';
import { AuditTurns } from './pages/audit-turns.js';
import { AuditVerification } from './verification/audit-verification.service.js';
import { AuditWalk } from './pages/audit-walk.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { Refusals } from '../../http/errors/refusals.js';
import { openSeal } from './pepper/open-seal.js';
import { TrailVerifier } from './verification/verify-trail.js';
import { RefusedCalls } from './refusals/refused-calls.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AuditHead]), EnterprisesModule],
  controllers: [AuditEventsController],
  providers: [
    {
      provide: AuditSeal,
      inject: [DataSource, CONFIG],
      useFactory: (dataSource: DataSource, config: Config) => openSeal(dataSource, peppersOf(config)),
    },
    AuditEventsService,
    AuditEventsRepository,
    AuditNamesRepository,
    AuditTrail,
    AuditTurns,
    AuditVerification,
    AuditWalk,
    RefusedCalls,
    TrailVerifier,
    { provide: Refusals, useExisting: RefusedCalls },
  ],
  exports: [AuditTrail, Refusals],
})
export class AuditModule {}
