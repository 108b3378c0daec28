import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Sealing } from '../../auth/crypto.js';
import { SecureCookie } from '../../auth/secure-cookie.js';
import { CONFIG, peppersOf, type Config } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import { SESSION_COOKIE } from '../../openapi/components.js';
import type { Administrator } from './administrator.entity.js';
import { AdministratorsService } from './administrators.service.js';

const SIGN_IN_PATH = '/portal/api/session';
const SIGN_IN_MS = 10 * 60_000;
const KNOWN_BROWSER_MS = 180 * 24 * 3_600_000;
const STATE = /^[\w-]{43}$/;
const NAME_CHARACTERS = 16;

/** Has no maximum age, because the server ends the session. */
@Injectable()
export class SessionCookie extends SecureCookie {
  private readonly origin: string;

  constructor(@Inject(CONFIG) config: Config) {
    super(SESSION_COOKIE, '', config);
    this.origin = new URL(config.publicUrl).origin;
  }

  /**
   * Refuses cross-site requests by `Sec-Fetch-Site` and `Origin`. A client that sends neither header is not a browser.
   */
  refuseCrossSite(request: Request): void {
    const { 'sec-fetch-site': site, origin, host } = request.headers;
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new ApiError('cross_site_request');
    if (origin === undefined || origin === this.origin) return;
    if (!URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase())
      throw new ApiError('cross_site_request');
  }
}

/**
 * Stores between the two steps that the password was right, so that any instance can handle the second step. The seal
 * covers the password hash: a new password invalidates the cookie.
 */
@Injectable()
export class SecondStepCookie {
  private readonly sealing: Sealing;
  private readonly cookie: SecureCookie;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly administrators: AdministratorsService,
  ) {
    this.sealing = new Sealing(peppersOf(config)[0], 'second step');
    this.cookie = new SecureCookie('portal_second_step', SIGN_IN_PATH, config);
  }

  set(request: Request, response: Response, { email, passwordHash }: Administrator): void {
    const content = `${Buffer.from(email).toString('base64url')}.${Date.now() + SIGN_IN_MS}`;
    const seal = this.sealing.seal(`${content} ${passwordHash}`);
    this.cookie.set(request, response, `${content}.${seal}`, SIGN_IN_MS);
  }

  async require(request: Request): Promise<Administrator> {
    const [email = '', until = '', seal = ''] = this.cookie.read(request)?.split('.') ?? [];
    const person = await this.administrators.find(Buffer.from(email, 'base64url').toString());
    const isValid = person && this.sealing.isSealOf(`${email}.${until} ${person.passwordHash}`, seal);
    if (!isValid || Number(until) <= Date.now()) throw new ApiError('sign_in_expired');
    return person;
  }

  clear(request: Request, response: Response): void {
    this.cookie.clear(request, response);
  }
}

/**
 * Recognizes browsers in which the user has signed in before (OWASP device cookies, decision 0018). The seal covers the
 * password hash: a new password invalidates the cookie.
 */
@Injectable()
export class KnownBrowsers {
  private readonly sealing: Sealing;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly administrators: AdministratorsService,
  ) {
    this.sealing = new Sealing(peppersOf(config)[0], 'known browsers');
  }

  async find(request: Request, email: string): Promise<string | undefined> {
    const cookie = this.cookieOf(email).read(request);
    if (cookie === undefined) return undefined;
    const [id = '', until = '', seal = ''] = cookie.split('.');
    const content = await this.contentOf(id, until, email);
    return this.sealing.isSealOf(content, seal) && Number(until) > Date.now() ? id : undefined;
  }

  async remember(request: Request, response: Response, email: string): Promise<void> {
    const id = (await this.find(request, email)) ?? randomBytes(16).toString('base64url');
    const until = String(Date.now() + KNOWN_BROWSER_MS);
    const seal = this.sealing.seal(await this.contentOf(id, until, email));
    this.cookieOf(email).set(request, response, `${id}.${until}.${seal}`, KNOWN_BROWSER_MS);
  }

  private async contentOf(id: string, until: string, email: string): Promise<string> {
    const passwordHash = (await this.administrators.find(email))?.passwordHash ?? '';
    return `${id}.${until}.${email} ${passwordHash}`;
  }

  /** Several users may share a browser, so each has a cookie. */
  private cookieOf(email: string): SecureCookie {
    const name = `portal_browser_${this.sealing.derive('name', email).slice(0, NAME_CHARACTERS)}`;
    return new SecureCookie(name, SIGN_IN_PATH, this.config);
  }
}

export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Token hash of the browser's session at the start. Empty if it had none. */
  readonly sessionBefore: string;
}

/**
 * Derives state, nonce and code verifier from a sealed cookie, so that any instance can handle the callback. Each
 * attempt has its own cookie, so that several windows can sign in at the same time.
 */
@Injectable()
export class OidcAttempts {
  private readonly sealing: Sealing;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.sealing = new Sealing(peppersOf(config)[0], 'single sign-on');
  }

  begin(request: Request, response: Response, sessionBefore: string): OidcAttempt {
    const id = randomBytes(32).toString('base64url');
    const content = `${id}.${Date.now() + SIGN_IN_MS}.${sessionBefore}`;
    const attempt = this.attemptOf(content, sessionBefore);
    const sealed = `${content}.${this.sealing.seal(content)}`;
    this.cookieOf(attempt.state).set(request, response, sealed, SIGN_IN_MS);
    return attempt;
  }

  end(request: Request, response: Response): OidcAttempt | undefined {
    const { state } = request.query;
    if (typeof state !== 'string' || !STATE.test(state)) return undefined;
    const cookie = this.cookieOf(state);
    const value = cookie.read(request);
    if (value === undefined) return undefined;
    cookie.clear(request, response);
    const [id, until, sessionBefore = '', seal = ''] = value.split('.');
    const content = `${id}.${until}.${sessionBefore}`;
    if (!this.sealing.isSealOf(content, seal) || Number(until) <= Date.now()) return undefined;
    return this.attemptOf(content, sessionBefore);
  }

  private attemptOf(content: string, sessionBefore: string): OidcAttempt {
    return {
      state: this.sealing.derive('state', content),
      nonce: this.sealing.derive('nonce', content),
      codeVerifier: this.sealing.derive('code verifier', content),
      sessionBefore,
    };
  }

  private cookieOf(state: string): SecureCookie {
    const name = `portal_sign_in_${state.slice(0, NAME_CHARACTERS)}`;
    // `lax`, because browsers send no strict cookie when the provider redirects back
    return new SecureCookie(name, '/portal/api/oidc', this.config, 'lax');
  }
}
