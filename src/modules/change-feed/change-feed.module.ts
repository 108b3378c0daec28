import { Module } from '@nestjs/common';
import { AnswersModule } from '../../streaming/answers.module.js';
import { LedgerRepository } from './ledger.repository.js';
import { ChangeFeedService } from './change-feed.service.js';
import { SyncTokens } from './sync-tokens.js';

/** Lets customers follow what changes. */
@Module({
  imports: [AnswersModule],
  providers: [ChangeFeedService, SyncTokens, LedgerRepository],
  exports: [ChangeFeedService],
})
export class ChangeFeedModule {}
