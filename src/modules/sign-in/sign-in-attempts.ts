import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, peppersOf, type Config } from '../../config/config.js';
import { BoundCookie } from '../../auth/secure-cookie.js';
import { Sealing } from '../../auth/crypto.js';

const LASTS_MS = 10 * 60_000;
const STATE = /^[\w-]{43}$/;
/** As much of the state as tells the attempts of one browser apart. */
const NAME_CHARACTERS = 16;

/** What ties the answer of the provider to the browser that asked for it. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The hash of the token of the session that the browser had at the beginning; empty where it had none. */
  readonly sessionBefore: string;
}

/**
 * Keeps what a single sign-on needs between its two requests in a cookie, so that any instance can take the second. The cookie
 * holds a random id, its end, the session before and a seal; all else follows from these under a key that the browser does not
 * have. Each attempt has a cookie of its own, named after its state: several windows may sign in at once, and whoever lures a
 * browser to the way back with a state of their own ends no attempt of its owner.
 */
@Injectable()
export class SignInAttempts {
  private readonly sealing: Sealing;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.sealing = new Sealing(peppersOf(config)[0], 'single sign-on');
  }

  begin(request: Request, response: Response, sessionBefore: string): SignInAttempt {
    const id = randomBytes(32).toString('base64url');
    const content = `${id}.${Date.now() + LASTS_MS}.${sessionBefore}`;
    const attempt = attemptOf(this.sealing, content, sessionBefore);
    const sealed = `${content}.${this.sealing.seal(content)}`;
    this.cookieOf(attempt.state).set(request, response, sealed, LASTS_MS);
    return attempt;
  }

  /** The attempt that the request belongs to, which thereby ends. */
  end(request: Request, response: Response): SignInAttempt | undefined {
    const { state } = request.query;
    if (typeof state !== 'string' || !STATE.test(state)) return undefined;
    const cookie = this.cookieOf(state);
    const kept = cookie.read(request);
    if (kept === undefined) return undefined;
    cookie.clear(request, response);
    const [id, until, sessionBefore = '', seal = ''] = kept.split('.');
    const content = `${id}.${until}.${sessionBefore}`;
    if (!this.sealing.isSealOf(content, seal) || Number(until) <= Date.now()) return undefined;
    return attemptOf(this.sealing, content, sessionBefore);
  }

  private cookieOf(state: string): BoundCookie {
    const name = `portal_sign_in_${state.slice(0, NAME_CHARACTERS)}`;
    // lax: it must come along when the provider sends the browser back
    return new BoundCookie(name, '/portal/api/oidc', this.config, 'lax');
  }
}

function attemptOf(sealing: Sealing, content: string, sessionBefore: string): SignInAttempt {
  return {
    state: sealing.derive('state', content),
    nonce: sealing.derive('nonce', content),
    codeVerifier: sealing.derive('code verifier', content),
    sessionBefore,
  };
}
