import { Inject, Injectable } from '@nestjs/common';
import type * as OpenIdClient from 'openid-client' with { 'resolution-mode': 'import' };
import type { Logger } from 'pino';
import type { Origin } from '../../auth/access.js';
import { CONFIG, type Config, type SingleSignOnConfig } from '../../config/config.js';
import { isLoopback } from '../../config/setting-values.js';
import { ApiError } from '../../http/api-error.js';
import { tidyName } from '../../http/validators.js';
import { LOGGER } from '../../observability/logger.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import type { Account, Role } from './administrator.entity.js';
import { emailProblem, nameProblem, tidyEmail } from './people.dto.js';
import { SessionsService } from './sessions.service.js';
import type { OidcAttempt } from './sign-in-cookies.js';

const TIMEOUT_SECONDS = 5;

export const SIGN_IN_ERRORS = [
  'provider_unavailable',
  'service_unavailable',
  'access_denied',
  'sign_in_failed',
  'unknown_enterprise',
  'no_role',
] as const;

type SignInError = (typeof SIGN_IN_ERRORS)[number];

type Claims = Readonly<Record<string, unknown>>;

interface Provider {
  readonly client: typeof OpenIdClient;
  readonly configuration: OpenIdClient.Configuration;
}

type ProviderFailure = Readonly<{ code?: string; error?: string; cause?: { code?: string } }>;

export class SignInRefused extends Error {
  constructor(readonly reason: SignInError) {
    super(`Single sign-on: ${reason}`);
  }
}

/**
 * Uses the authorization code flow, PKCE, state and nonce. Fetches the metadata of the provider on first use, and again after
 * a failure.
 */
@Injectable()
export class OidcService {
  private readonly redirectUri = `${this.config.publicUrl}/portal/api/oidc/callback`;
  private discovered: Promise<Provider> | undefined;

  constructor(
    private readonly enterprises: EnterprisesService,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the URL of the provider. Calls `begin` only if the provider is available. */
  async start(begin: () => OidcAttempt): Promise<string> {
    const { client, configuration } = await this.provider();
    const { state, nonce, codeVerifier } = begin();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Returns the token of the new session. */
  async finish(query: string, attempt: OidcAttempt | undefined, origin: Origin): Promise<string> {
    const settings = this.requireSettings();
    if (!attempt) throw new SignInRefused('sign_in_failed');
    const provider = await this.provider();
    const claims = await this.claims(provider, query, attempt).catch((error: unknown) => {
      const isDenied = (error as ProviderFailure).error === 'access_denied';
      throw this.refusal(isDenied ? 'access_denied' : 'sign_in_failed', error);
    });
    const account = await this.identify(claims, settings, origin);
    const before = await this.sessions.findByHash(attempt.sessionBefore);
    if (before) await this.sessions.end(before, origin);
    return this.sessions.begin(account, 'single_sign_on', origin);
  }

  /** Returns null without such a URL. It has no ID token hint, because no ID token is stored. */
  async signOutUrl(): Promise<string | null> {
    const provider = await this.provider().catch((error: unknown) => {
      if (error instanceof SignInRefused) return undefined;
      throw error;
    });
    if (provider?.configuration.serverMetadata().end_session_endpoint === undefined) return null;
    const parameters = { post_logout_redirect_uri: `${this.config.publicUrl}/portal` };
    return provider.client.buildEndSessionUrl(provider.configuration, parameters).href;
  }

  private async claims(
    { client, configuration }: Provider,
    query: string,
    { state, nonce, codeVerifier }: OidcAttempt,
  ): Promise<Claims> {
    const tokens = await client.authorizationCodeGrant(configuration, new URL(this.redirectUri + query), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no ID token');
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    // many providers send only the subject in the ID token
    const userInfo: Claims = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // `email_verified` applies only to the `email` of the same document
    const { email, email_verified } = claims.email === undefined ? userInfo : claims;
    return { ...userInfo, ...claims, email, email_verified };
  }

  private provider(): Promise<Provider> {
    const settings = this.requireSettings();
    this.discovered ??= this.discover(settings).catch((error: unknown) => {
      throw this.refusal('provider_unavailable', error);
    });
    return this.discovered;
  }

  private async discover({ issuer, clientId, clientSecret }: SingleSignOnConfig): Promise<Provider> {
    const client = await import('openid-client');
    const url = new URL(issuer);
    const authentication =
      clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret);
    const configuration = await client.discovery(url, clientId, undefined, authentication, {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // verifies the signature of the ID token, not only the TLS connection
        client.enableNonRepudiationChecks,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated as a warning; used only for a loopback provider
        ...(url.protocol === 'http:' && isLoopback(url) ? [client.allowInsecureRequests] : []),
      ],
    });
    return { client, configuration };
  }

  private async identify(claims: Claims, settings: SingleSignOnConfig, origin: Origin): Promise<Account> {
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

  /** Logs the name of the claim, never its value. */
  private refused(reason: SignInError, claim: string): SignInRefused {
    this.logger.warn({ reason, claim }, 'single sign-on refused');
    return new SignInRefused(reason);
  }

  /** Logs only error codes, because the message may contain data of the provider. */
  private refusal(shown: SignInError, failure: unknown): SignInRefused {
    this.discovered = undefined; // the provider may have changed its metadata or keys
    const { code, error: reason, cause } = failure as ProviderFailure;
    this.logger.warn({ code: code ?? cause?.code, reason }, 'single sign-on failed');
    return new SignInRefused(shown);
  }

  private requireSettings(): SingleSignOnConfig {
    if (!this.config.singleSignOn) throw new ApiError('not_found');
    return this.config.singleSignOn;
  }
}

/** Ignores unverified addresses, because some providers let users enter any address. */
function emailOf({ email, email_verified: verified }: Claims): string | undefined {
  if (typeof email !== 'string' || verified !== true) return undefined;
  const address = tidyEmail(email);
  return emailProblem(address) === undefined ? address : undefined;
}

function nameOf({ name }: Claims): string | undefined {
  return typeof name === 'string' && nameProblem(name) === undefined ? tidyName(name) : undefined;
}

function roleOf(claim: unknown, settings: SingleSignOnConfig): Role | undefined {
  const roles: unknown[] = Array.isArray(claim) ? claim : [claim];
  if (roles.includes(settings.adminRole)) return 'admin';
  if (roles.includes(settings.keyManagerRole)) return 'key_manager';
  return roles.includes(settings.viewerRole) ? 'viewer' : undefined;
}
