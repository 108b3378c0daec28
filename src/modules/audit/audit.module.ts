import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { AuditEventsController } from './audit.controller.js';
import { AuditEventsRepository } from './audit.repository.js';
import { AuditEventsService } from './audit-events.service.js';
import { AuditNamesRepository } from './audit-names.repository.js';
import { AuditHead } from './audit-head.entity.js';
import { AuditChain } from './audit-chain.js';
import { AuditService } from './audit.service.js';
import { SearchTicks } from './search-pace.js';
import { AuditWalk } from './audit-walk.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { ErrorListener } from '../../http/errors/problem-filter.js';
import { openSeal } from './open-seal.js';
import { AuditVerifier } from './audit-verifier.js';
import { DeniedCalls } from './denied-calls.js';

@Module({
  imports: [TypeOrmModule.forFeature([AuditHead]), EnterprisesModule],
  controllers: [AuditEventsController],
  providers: [
    {
      provide: AuditChain,
      inject: [DataSource, CONFIG],
      useFactory: (dataSource: DataSource, config: Config) => openSeal(dataSource, peppersOf(config)),
    },
    AuditEventsService,
    AuditEventsRepository,
    AuditNamesRepository,
    AuditService,
    SearchTicks,
    AuditWalk,
    DeniedCalls,
    AuditVerifier,
    { provide: ErrorListener, useExisting: DeniedCalls },
  ],
  exports: [AuditService, ErrorListener],
})
export class AuditModule {}
