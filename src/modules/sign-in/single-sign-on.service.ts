import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Origin } from '../../auth/caller.js';
import type { Role } from './session.js';
import { CONFIG, type Config, type SingleSignOnConfig } from '../../config/config.js';
import { notFound } from '../../http/api-error.js';
import { tidyName } from '../../http/validators.js';
import { LOGGER } from '../../observability/logger.js';
import { isEmail, isPersonName, tidyEmail } from './person-rules.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { IdentityProvider, ProviderAway, type Claims } from './identity-provider.js';
import { PortalSessionsService, type Identity } from './portal-sessions.service.js';
import type { SignInAttempt } from './sign-in-attempts.js';

/** What the sign-in page is told when single sign-on does not work out. */
export const SIGN_IN_ERRORS = [
  'provider_unavailable',
  'service_unavailable',
  'access_denied',
  'sign_in_failed',
  'unknown_enterprise',
  'no_role',
] as const;

export type SignInError = (typeof SIGN_IN_ERRORS)[number];

/** What is read of an error of the library that talks to the provider. */
type ProviderFailure = Readonly<{ code?: string; error?: string; cause?: { code?: string } }>;

/** A single sign-on that did not work out. */
export class SignInRefused extends Error {
  constructor(readonly reason: SignInError) {
    super(`Single sign-on: ${reason}`);
  }
}

/** Signs in whom the provider vouches for, if its claims name an enterprise that there is and a role that we know. */
@Injectable()
export class SingleSignOnService {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly enterprises: EnterprisesService,
    private readonly sessions: PortalSessionsService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Where the browser is sent to sign in. */
  async start(attempt: SignInAttempt): Promise<string> {
    this.requireSettings();
    return this.provider.authorizationUrl(attempt).catch((error: unknown) => {
      throw this.refusal(error);
    });
  }

  /** Brings the token of a new session. */
  async finish(query: string, attempt: SignInAttempt | undefined, origin: Origin): Promise<string> {
    const settings = this.requireSettings();
    if (!attempt) throw new SignInRefused('sign_in_failed');
    const claims = await this.provider.claims(query, attempt).catch((error: unknown) => {
      throw this.refusal(error);
    });
    const identity = await this.identify(claims, settings, origin);
    await this.sessions.endHashed(attempt.sessionBefore, origin);
    return this.sessions.begin(identity, 'single_sign_on', origin);
  }

  /** Where one signs out of the provider as well; nothing where it has no such place or is away. */
  async signOutUrl(): Promise<string | undefined> {
    this.requireSettings();
    return this.provider.endSessionUrl().catch((error: unknown) => {
      if (error instanceof ProviderAway) return undefined;
      throw error;
    });
  }

  private async identify(claims: Claims, settings: SingleSignOnConfig, origin: Origin): Promise<Identity> {
    const email = emailOf(claims);
    if (email === undefined) throw this.refused('sign_in_failed', 'email, email_verified');
    const id = claims[settings.enterpriseClaim];
    const enterpriseKey = typeof id === 'string' ? await this.enterprises.findKey(id) : undefined;
    if (enterpriseKey === undefined) throw this.refused('unknown_enterprise', settings.enterpriseClaim);
    const role = roleOf(claims[settings.roleClaim], settings);
    if (!role) {
      await this.sessions.noteFailure({ enterpriseKey, email }, 'single_sign_on', origin);
      throw this.refused('no_role', settings.roleClaim);
    }
    return { enterpriseKey, email, name: nameOf(claims) ?? email, role };
  }

  /** Which claim it was, so that an operator finds what is misspelt; never what it said. */
  private refused(reason: SignInError, claim: string): SignInRefused {
    this.logger.warn({ reason, claim }, 'single sign-on refused');
    return new SignInRefused(reason);
  }

  /** Only the kind of the error goes into the log: the rest may quote what the provider sent. */
  private refusal(error: unknown): SignInRefused {
    const { code, error: reason, cause } = error as ProviderFailure;
    this.logger.warn({ code: code ?? cause?.code, reason }, 'single sign-on failed');
    if (error instanceof ProviderAway) return new SignInRefused('provider_unavailable');
    return new SignInRefused(reason === 'access_denied' ? 'access_denied' : 'sign_in_failed');
  }

  private requireSettings(): SingleSignOnConfig {
    if (!this.config.singleSignOn) throw notFound();
    return this.config.singleSignOn;
  }
}

/** An address names somebody only where the provider says that it has verified it: anybody may enter any address at some. */
function emailOf({ email, email_verified: verified }: Claims): string | undefined {
  if (typeof email !== 'string' || verified !== true) return undefined;
  const address = tidyEmail(email);
  return isEmail(address) ? address : undefined;
}

/** What cannot be stored as it is does not name anybody. */
function nameOf({ name }: Claims): string | undefined {
  return typeof name === 'string' && isPersonName(name) ? tidyName(name) : undefined;
}

function roleOf(claim: unknown, { adminRole, viewerRole }: SingleSignOnConfig): Role | undefined {
  const roles: unknown[] = Array.isArray(claim) ? claim : [claim];
  if (roles.includes(adminRole)) return 'admin';
  return roles.includes(viewerRole) ? 'viewer' : undefined;
}
