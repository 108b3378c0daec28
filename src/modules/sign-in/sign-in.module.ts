import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecondFactorSecrets } from '../../auth/crypto.js';
import { PASSWORD_COST, PasswordHashes, PRODUCTION_COST } from '../../auth/password-hashes.js';
import { RateLimitsModule } from '../../rate-limits/rate-limits.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { AdminGuard } from './admin.guard.js';
import { PortalSession } from './administrator.entity.js';
import { OidcController } from './oidc.controller.js';
import { OidcService } from './oidc.service.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { PeopleController } from './people.controller.js';
import { PeopleService } from './people.service.js';
import { SessionController } from './session.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInCookies } from './sign-in-cookies.js';
import { PRODUCTION_RATES, SIGN_IN_RATES, SignInLimits } from './sign-in-limits.js';

@Module({
  imports: [TypeOrmModule.forFeature([PortalSession]), AuditModule, EnterprisesModule, RateLimitsModule],
  controllers: [SessionController, OidcController, AccountController, PeopleController],
  providers: [
    AccountService,
    AdminGuard,
    OidcService,
    PasswordHashes,
    PasswordSignInService,
    PeopleService,
    SecondFactorSecrets,
    SessionsService,
    SignInCookies,
    SignInLimits,
    { provide: PASSWORD_COST, useValue: PRODUCTION_COST },
    { provide: SIGN_IN_RATES, useValue: PRODUCTION_RATES },
  ],
  exports: [AdminGuard, PeopleService],
})
export class SignInModule {}
