import { Module } from '@nestjs/common';
import { StreamingModule } from '../../streaming/streaming.module.js';
import { ChangeFeedRepository } from './change-feed.repository.js';
import { ChangeFeedService } from './change-feed.service.js';
import { SyncTokens } from './sync-token.js';

/** Lets customers follow what changes. */
@Module({
  imports: [StreamingModule],
  providers: [ChangeFeedService, SyncTokens, ChangeFeedRepository],
  exports: [ChangeFeedService],
})
export class ChangeFeedModule {}
