import { Module } from '@nestjs/common';
import { RateLimitsModule } from '../../rate-limits/rate-limits.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { ApiKeyAuthService, LastUsedRecorder } from './api-key-auth.service.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';
import { EnterpriseController } from './enterprise.controller.js';
import { FailedCallsService } from './failed-calls.service.js';
import { FeedProgressService } from './feed-progress.service.js';

@Module({
  imports: [AuditModule, EnterprisesModule, RateLimitsModule],
  controllers: [ApiKeysController, EnterpriseController],
  providers: [
    ApiKeysService,
    ApiKeysRepository,
    ApiKeyAuthService,
    ApiKeyGuard,
    LastUsedRecorder,
    FeedProgressService,
    FailedCallsService,
  ],
  exports: [ApiKeysService, FailedCallsService, ApiKeyGuard],
})
export class ApiKeysModule {}
