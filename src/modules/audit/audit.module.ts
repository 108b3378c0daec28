import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config, peppersOf, StartRefused } from '../../config/config.js';
import { discardNewPepper } from '../../config/data-folder.js';
import { ErrorListener } from '../../http/problem.filter.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { AuditChain, AuditVerifier, openSeal } from './audit-chain.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { DeniedCalls } from './denied-calls.js';

@Module({
  imports: [EnterprisesModule],
  controllers: [AuditController],
  providers: [
    {
      provide: AuditChain,
      inject: [DataSource, CONFIG],
      useFactory: (dataSource: DataSource, config: Config) =>
        openSeal(dataSource, peppersOf(config)).catch((error: unknown) => {
          if (error instanceof StartRefused) discardNewPepper(config);
          throw error;
        }),
    },
    AuditService,
    AuditRepository,
    AuditVerifier,
    DeniedCalls,
    { provide: ErrorListener, useExisting: DeniedCalls },
  ],
  exports: [AuditService, ErrorListener],
})
export class AuditModule {}
