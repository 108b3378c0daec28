import { Global, Module } from '@nestjs/common';
import { AdminCheck } from './admin-check.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { EnterpriseLookUp } from './enterprise-look-up.js';
import { KeyCheck } from './keys/key-check.js';
import { KeyLookUps } from './keys/key-look-ups.js';
import { KeyUses } from './keys/key-uses.js';
import { SessionCheck } from './sessions/session-check.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { Sessions } from './sessions/sessions.js';

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
