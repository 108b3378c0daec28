import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Sealing } from '../../auth/crypto.js';
import { SecureCookie } from '../../auth/secure-cookie.js';
import { CONFIG, peppersOf, type Config } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import { SESSION_COOKIE } from '../../openapi/components.js';
import type { Person } from './administrator.entity.js';
import { PeopleService } from './people.service.js';

const SIGN_IN_PATH = '/portal/api/session';
const SIGN_IN_MS = 10 * 60_000;
const KNOWN_BROWSER_MS = 180 * 24 * 3_600_000;
const STATE = /^[\w-]{43}$/;
const NAME_CHARACTERS = 16;

export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Token hash of the browser's session at the start. Empty if it had none. */
  readonly sessionBefore: string;
}

/** Stores each step of a sign-in in the browser, so that any instance can handle the next one. */
@Injectable()
export class SignInCookies {
  /** Has no maximum age, because the server ends the session. */
  readonly session = new SecureCookie(this.config, SESSION_COOKIE, '');
  readonly secondStep = new SecureCookie(this.config, 'portal_second_step', SIGN_IN_PATH);
  private readonly secondSteps = new Sealing(peppersOf(this.config)[0], 'second step');
  private readonly browsers = new Sealing(peppersOf(this.config)[0], 'known browsers');
  private readonly oidcAttempts = new Sealing(peppersOf(this.config)[0], 'single sign-on');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly people: PeopleService,
  ) {}

  /** Stores that the password was right. The seal covers its hash: a new password invalidates the cookie. */
  beginSecondStep(response: Response, { email, passwordHash }: Person): void {
    const content = Buffer.from(email).toString('base64url');
    this.secondStep.set(response, this.secondSteps.sealFor(SIGN_IN_MS, content, passwordHash), SIGN_IN_MS);
  }

  async requireSecondStep(request: Request): Promise<Person> {
    const value = this.secondStep.read(request) ?? '';
    const [email = ''] = value.split('.', 1);
    const person = await this.people.find(Buffer.from(email, 'base64url').toString());
    if (!person || this.secondSteps.open(value, person.passwordHash) === undefined)
      throw new ApiError('sign_in_expired');
    return person;
  }

  /**
   * Returns the ID of a browser in which the user has signed in before (OWASP device cookies, decision 0018). The seal covers
   * the password hash: a new password invalidates the cookie.
   */
  async findKnownBrowser(request: Request, email: string): Promise<string | undefined> {
    const value = this.browserCookieOf(email).read(request);
    if (value === undefined) return undefined;
    const passwordHash = (await this.people.find(email))?.passwordHash ?? '';
    return this.browsers.open(value, `${email} ${passwordHash}`);
  }

  rememberBrowser(response: Response, { email, passwordHash }: Person): void {
    const cookie = this.browserCookieOf(email);
    const secret = `${email} ${passwordHash}`;
    const id = this.browsers.open(cookie.read(response.req), secret) ?? randomBytes(16).toString('base64url');
    cookie.set(response, this.browsers.sealFor(KNOWN_BROWSER_MS, id, secret), KNOWN_BROWSER_MS);
  }

  /** State, nonce and code verifier are derived from the cookie, also by an instance of version 1.2. */
  beginOidc(response: Response, sessionBefore = ''): OidcAttempt {
    const id = randomBytes(32).toString('base64url');
    const content = `${id}.${Date.now() + SIGN_IN_MS}.${sessionBefore}`;
    const attempt = this.attemptOf(content, sessionBefore);
    const value = `${content}.${this.oidcAttempts.seal(content)}`;
    this.oidcCookieOf(attempt.state).set(response, value, SIGN_IN_MS);
    return attempt;
  }

  endOidc(response: Response): OidcAttempt | undefined {
    const { state } = response.req.query;
    if (typeof state !== 'string' || !STATE.test(state)) return undefined;
    const cookie = this.oidcCookieOf(state);
    const value = cookie.read(response.req);
    if (value === undefined) return undefined;
    cookie.clear(response);
    const [id, until, sessionBefore = '', seal = ''] = value.split('.');
    const content = `${id}.${until}.${sessionBefore}`;
    if (!this.oidcAttempts.isSealOf(content, seal) || Number(until) <= Date.now()) return undefined;
    return this.attemptOf(content, sessionBefore);
  }

  private attemptOf(content: string, sessionBefore: string): OidcAttempt {
    return {
      state: this.oidcAttempts.derive('state', content),
      nonce: this.oidcAttempts.derive('nonce', content),
      codeVerifier: this.oidcAttempts.derive('code verifier', content),
      sessionBefore,
    };
  }

  /** Several users may share a browser, so each has a cookie. */
  private browserCookieOf(email: string): SecureCookie {
    const name = `portal_browser_${this.browsers.derive('name', email).slice(0, NAME_CHARACTERS)}`;
    return new SecureCookie(this.config, name, SIGN_IN_PATH);
  }

  /** Each attempt has a cookie, so that several windows can sign in at the same time. */
  private oidcCookieOf(state: string): SecureCookie {
    const name = `portal_sign_in_${state.slice(0, NAME_CHARACTERS)}`;
    // `lax`, because browsers send no strict cookie when the provider redirects back
    return new SecureCookie(this.config, name, '/portal/api/oidc', 'lax');
  }
}
