import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { Sealing } from '../../auth/crypto.js';
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

/**
 * Prefixes the name with `__Host-` or `__Secure-` over TLS, because a cookie without one may come from plain HTTP. `PUBLIC_URL`
 * or `X-Forwarded-Proto` of a trusted proxy shows that the connection uses TLS.
 */
class SecureCookie {
  /** `path` is relative to the base path of the service. */
  constructor(
    private readonly name: string,
    private readonly path: string,
    protected readonly config: Config,
    private readonly sameSite: 'strict' | 'lax' = 'strict',
  ) {}

  /** Returns the first cookie with this name, which has the longest path (RFC 6265). */
  read(request: Request): string | undefined {
    const start = `${this.formFor(request).name}=`;
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  }

  set(response: Response, value: string, maxAge?: number): void {
    const { name, options } = this.formFor(response.req);
    response.cookie(name, value, { ...options, maxAge });
  }

  clear(response: Response): void {
    const { name, options } = this.formFor(response.req);
    response.clearCookie(name, options);
  }

  private formFor(request: Request): { name: string; options: CookieOptions } {
    const path = this.config.basePath + this.path || '/';
    const secure = this.config.publicUrl.startsWith('https:') || request.secure;
    const prefix = path === '/' ? '__Host-' : '__Secure-';
    return {
      name: secure ? prefix + this.name : this.name,
      options: { httpOnly: true, sameSite: this.sameSite, secure, path },
    };
  }
}

/** Has no maximum age, because the server ends the session. */
@Injectable()
export class SessionCookie extends SecureCookie {
  constructor(@Inject(CONFIG) config: Config) {
    super(SESSION_COOKIE, '', config);
  }
}

/** Creates `CONTENT.EXPIRATION.SEAL`. The seal also covers a secret that is not in the cookie. */
class ExpiringSealing extends Sealing {
  constructor(config: Config, use: string) {
    super(peppersOf(config)[0], use);
  }

  sealFor(lifetimeMs: number, content: string, secret: string): string {
    const expiring = `${content}.${Date.now() + lifetimeMs}`;
    return `${expiring}.${this.seal(`${expiring} ${secret}`)}`;
  }

  /** Returns the content, or undefined if the value is altered or has expired. */
  open(value: string | undefined, secret: string): string | undefined {
    const [content = '', until = '', seal = ''] = value?.split('.') ?? [];
    const isValid = this.isSealOf(`${content}.${until} ${secret}`, seal);
    return isValid && Number(until) > Date.now() ? content : undefined;
  }
}

/**
 * Stores between the two steps that the password was right, so that any instance can handle the second step. The seal
 * covers the password hash: a new password invalidates the cookie.
 */
@Injectable()
export class SecondStepCookie extends SecureCookie {
  private readonly sealing = new ExpiringSealing(this.config, 'second step');

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly administrators: AdministratorsService,
  ) {
    super('portal_second_step', SIGN_IN_PATH, config);
  }

  begin(response: Response, { email, passwordHash }: Administrator): void {
    const value = this.sealing.sealFor(SIGN_IN_MS, Buffer.from(email).toString('base64url'), passwordHash);
    this.set(response, value, SIGN_IN_MS);
  }

  async require(request: Request): Promise<Administrator> {
    const value = this.read(request) ?? '';
    const [email = ''] = value.split('.', 1);
    const person = await this.administrators.find(Buffer.from(email, 'base64url').toString());
    const isValid = person && this.sealing.open(value, person.passwordHash) !== undefined;
    if (!isValid) throw new ApiError('sign_in_expired');
    return person;
  }
}

/**
 * Recognizes browsers in which the user has signed in before (OWASP device cookies, decision 0018). The seal covers the
 * password hash: a new password invalidates the cookie.
 */
@Injectable()
export class KnownBrowsers {
  private readonly sealing = new ExpiringSealing(this.config, 'known browsers');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly administrators: AdministratorsService,
  ) {}

  async find(request: Request, email: string): Promise<string | undefined> {
    const value = this.cookieOf(email).read(request);
    if (value === undefined) return undefined;
    const passwordHash = (await this.administrators.find(email))?.passwordHash ?? '';
    return this.sealing.open(value, `${email} ${passwordHash}`);
  }

  remember(response: Response, { email, passwordHash }: Administrator): void {
    const cookie = this.cookieOf(email);
    const secret = `${email} ${passwordHash}`;
    const id = this.sealing.open(cookie.read(response.req), secret) ?? randomBytes(16).toString('base64url');
    cookie.set(response, this.sealing.sealFor(KNOWN_BROWSER_MS, id, secret), KNOWN_BROWSER_MS);
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
 * Derives state, nonce and code verifier from a sealed cookie, so that any instance can handle the callback, also one of
 * version 1.2. Each attempt has its own cookie, so that several windows can sign in at the same time.
 */
@Injectable()
export class OidcAttempts {
  private readonly sealing = new Sealing(peppersOf(this.config)[0], 'single sign-on');

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  begin(response: Response, sessionBefore = ''): OidcAttempt {
    const id = randomBytes(32).toString('base64url');
    const content = `${id}.${Date.now() + SIGN_IN_MS}.${sessionBefore}`;
    const attempt = this.attemptOf(content, sessionBefore);
    this.cookieOf(attempt.state).set(response, `${content}.${this.sealing.seal(content)}`, SIGN_IN_MS);
    return attempt;
  }

  end(response: Response): OidcAttempt | undefined {
    const { state } = response.req.query;
    if (typeof state !== 'string' || !STATE.test(state)) return undefined;
    const cookie = this.cookieOf(state);
    const value = cookie.read(response.req);
    if (value === undefined) return undefined;
    cookie.clear(response);
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
