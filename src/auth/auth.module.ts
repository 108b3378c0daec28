import { Global, Module } from '@nestjs/common';
import { AdminCheck } from './admin-check.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { EnterpriseLookUp } from './enterprise-look-up.js';
import { KeyCheck } from './key-check.js';
import { KeyLookUps } from './key-look-ups.js';
import { KeyUses } from './key-uses.js';
import { SessionCheck } from './session-check.js';
import { SessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';

/** Who may use which route. */
@Global()
@Module({
  providers: [
    KeyLookUps,
    KeyUses,
    KeyCheck,
    EnterpriseLookUp,
    AdminCheck,
    SessionCheck,
    SessionCookie,
    Sessions,
    ApiKeyGuard,
  ],
  exports: [KeyUses, EnterpriseLookUp, ApiKeyGuard, SessionCookie, Sessions],
})
export class AuthModule {}
