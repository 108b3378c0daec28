import { Module } from '@nestjs/common';
import { ChangeFeedRepository } from './change-feed.repository.js';
import { ChangeFeedService } from './change-feed.service.js';
import { SyncTokens } from './sync-token.js';

/** The changes since a sync token, and the entity tags of all rows. */
@Module({
  providers: [ChangeFeedService, SyncTokens, ChangeFeedRepository],
  exports: [ChangeFeedService],
})
export class ChangeFeedModule {}
