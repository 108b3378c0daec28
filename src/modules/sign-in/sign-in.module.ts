import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitsModule } from '../../rate-limits/rate-limits.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { AdminGuard } from './admin.guard.js';
import { AdminTokens } from './admin-tokens.js';
import { Administrator } from './administrator.entity.js';
import { AdministratorsService } from './administrators.service.js';
import { IdentityProvider } from './identity-provider.js';
import { KnownBrowsers } from './sign-in-cookies.js';
import { LinkController } from './link.controller.js';
import { PASSWORD_COST, PasswordHashes, PRODUCTION_COST } from './password-hashes.js';
import { PasswordLinksService } from './password-links.service.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { PeopleController } from './people.controller.js';
import { PeopleService } from './people.service.js';
import { PortalSession } from './portal-session.entity.js';
import { PortalSessionsRepository } from './portal-sessions.repository.js';
import { PortalSessionsService } from './sessions.service.js';
import { SessionCookie } from './session-cookie.js';
import { SecondFactorSecrets } from '../../auth/crypto.js';
import { CONFIG, type Config } from '../../config/config.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorService } from './totp.service.js';
import { SecondStepController } from './second-step.controller.js';
import { SecondStepCookie } from './second-step-cookie.js';
import { SessionController } from './session.controller.js';
import { SessionStart } from './session-start.js';
import { SetUpService } from './totp-enrolment.service.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { ChangeLimit } from './change-limit.js';
import { CodeTries } from './code-tries.js';
import { PRODUCTION_RATES, SIGN_IN_RATES, SignInLimits } from './sign-in-limits.js';
import { SingleSignOnController } from './oidc.controller.js';
import { SingleSignOnService } from './oidc.service.js';

/** Who signs in to the portal and how, the sessions that begin with it, and the guard that knows them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Administrator, PortalSession]),
    AuditModule,
    EnterprisesModule,
    RateLimitsModule,
  ],
  controllers: [
    SessionController,
    SecondStepController,
    SingleSignOnController,
    AccountController,
    SecondFactorController,
    PeopleController,
    LinkController,
  ],
  providers: [
    AdminGuard,
    AdminTokens,
    SessionCookie,
    SessionStart,
    {
      provide: SecondFactorSecrets,
      inject: [CONFIG],
      useFactory: (config: Config) => new SecondFactorSecrets(config),
    },
    SecondFactorService,
    SecondStepCookie,
    SetUpService,
    AdministratorsService,
    PasswordHashes,
    { provide: PASSWORD_COST, useValue: PRODUCTION_COST },
    PasswordSignInService,
    { provide: SIGN_IN_RATES, useValue: PRODUCTION_RATES },
    SignInLimits,
    CodeTries,
    ChangeLimit,
    PortalSessionsRepository,
    PortalSessionsService,
    IdentityProvider,
    KnownBrowsers,
    SignInAttempts,
    AccountService,
    PeopleService,
    PasswordLinksService,
    SingleSignOnService,
  ],
  exports: [AdministratorsService, AdminGuard],
})
export class SignInModule {}
