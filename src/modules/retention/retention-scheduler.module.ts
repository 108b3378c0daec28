import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { RetentionModule } from './retention.module.js';
import { DailyLeaseRepository } from './retention-lock.js';
import { DailyRetentionService } from './retention.scheduler.js';

/** Retention that runs by itself: in the service, and not in commands. */
@Module({
  imports: [RetentionModule, ApiKeysModule],
  providers: [DailyRetentionService, DailyLeaseRepository],
})
export class DailyRetentionModule {}
