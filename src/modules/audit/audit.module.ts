import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEventsRepository } from './pages/audit-events.repository.js';
import { AuditEventsService } from './pages/audit-events.service.js';
import { AuditNamesRepository } from './pages/audit-names.repository.js';
import { AuditHead } from './trail/audit-head.entity.js';
import { AuditSeal } from './trail/audit-seal.js';
import { AuditTrailService } from './trail/audit-trail.service.js';
import { SearchTicks } from './pages/search-pace.js';
import { AuditWalk } from './pages/audit-walk.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { ErrorListener } from '../../http/errors/problem-filter.js';
import { openSeal } from './pepper/open-seal.js';
import { TrailVerifier } from './verification/trail-verifier.js';
import { DeniedCalls } from './denied-calls/denied-calls.js';

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
    AuditTrailService,
    SearchTicks,
    AuditWalk,
    DeniedCalls,
    TrailVerifier,
    { provide: ErrorListener, useExisting: DeniedCalls },
  ],
  exports: [AuditTrailService, ErrorListener],
})
export class AuditModule {}
