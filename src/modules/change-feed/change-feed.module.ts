import { Module } from '@nestjs/common';
import { AnswersModule } from '../../streaming/streaming.module.js';
import { LedgerRepository } from './change-feed.repository.js';
import { ChangeFeedService } from './change-feed.service.js';
import { SyncTokens } from './sync-token.js';

/** Lets customers follow what changes. */
@Module({
  imports: [AnswersModule],
  providers: [ChangeFeedService, SyncTokens, LedgerRepository],
  exports: [ChangeFeedService],
})
export class ChangeFeedModule {}
