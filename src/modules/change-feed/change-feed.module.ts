import { Module } from '@nestjs/common';
import { ChangeFeedRepository } from './change-feed.repository.js';
import { ChangeFeedService } from './change-feed.service.js';
import { SyncTokens } from './sync-token.js';

@Module({
  providers: [ChangeFeedService, SyncTokens, ChangeFeedRepository],
  exports: [ChangeFeedService],
})
export class ChangeFeedModule {}
