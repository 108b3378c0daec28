import { Module } from '@nestjs/common';
import { AnswersModule } from '../../answers/answers.module.js';
import { LedgerRepository } from './reading/ledger.repository.js';
import { SyncService } from './sync.service.js';
import { SyncTokens } from './tokens/sync-tokens.js';

/** Lets customers follow what changes. */
@Module({
  imports: [AnswersModule],
  providers: [SyncService, SyncTokens, LedgerRepository],
  exports: [SyncService],
})
export class SyncModule {}
