import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitsModule } from '../../rate-limits/rate-limits.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { ApiKey } from './api-key.entities.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';
import { CallRecorder } from './failed-calls.recorder.js';
import { GatheredCallsRepository } from './failed-calls.repository.js';
import { KeyCallCount } from './key-call-count.entity.js';
import { KeyCall } from './key-call.entity.js';
import { KeyCallsController } from './key-calls.controller.js';
import { KeyCallsService } from './failed-calls.service.js';
import { KeyFeed } from './key-feed.entity.js';
import { KeyFeedsService } from './feed-progress.service.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { KeyCheck } from './api-key-auth.service.js';
import { KeyLookUps } from './key-look-ups.js';
import { KeyUses } from './last-used.recorder.js';
import { KeyConditionsController } from './key-conditions.controller.js';

/** The keys of customers: what administrators make of them, and the guard that knows them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ApiKey, KeyFeed, KeyCall, KeyCallCount]),
    AuditModule,
    EnterprisesModule,
    RateLimitsModule,
  ],
  controllers: [ApiKeysController, KeyCallsController, KeyConditionsController],
  providers: [
    ApiKeysService,
    ApiKeysRepository,
    ApiKeyGuard,
    KeyCheck,
    KeyLookUps,
    KeyUses,
    KeyFeedsService,
    KeyCallsService,
    GatheredCallsRepository,
    CallRecorder,
  ],
  exports: [ApiKeysService, KeyCallsService, ApiKeyGuard],
})
export class ApiKeysModule {}
