import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config/config.js';
import { BoundCookie } from '../../http/bound-cookie.js';

const LASTS_MS = 10 * 60_000;

/** What ties the answer of the provider to the browser that asked for it. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/**
 * Keeps what a single sign-on needs between its two requests in a cookie, so that any instance can take the second. The cookie
 * holds a random id, its end and a seal; all else follows from the id under a key that the browser does not have.
 */
@Injectable()
export class SignInAttempts {
  private readonly key: Buffer;
  private readonly cookie: BoundCookie;

  constructor(@Inject(CONFIG) { publicUrl, basePath, keyPepper = '' }: Config) {
    this.key = createHmac('sha256', keyPepper).update('single sign-on').digest();
    const path = `${basePath}/portal/api/oidc`;
    // lax: it must come along when the provider sends the browser back
    this.cookie = new BoundCookie('portal_sign_in', { publicUrl, path, sameSite: 'lax' });
  }

  begin(request: Request, response: Response): SignInAttempt {
    const content = `${randomBytes(32).toString('base64url')}.${Date.now() + LASTS_MS}`;
    this.cookie.set(request, response, `${content}.${this.derive('seal', content)}`, LASTS_MS);
    return this.attemptOf(content);
  }

  /** The attempt that the request belongs to, which thereby ends. */
  end(request: Request, response: Response): SignInAttempt | undefined {
    const [id, until, seal = ''] = (this.cookie.read(request) ?? '').split('.');
    this.cookie.clear(request, response);
    const content = `${id}.${until}`;
    if (!areEqual(seal, this.derive('seal', content)) || Number(until) <= Date.now()) return undefined;
    return this.attemptOf(content);
  }

  private attemptOf(content: string): SignInAttempt {
    return {
      state: this.derive('state', content),
      nonce: this.derive('nonce', content),
      codeVerifier: this.derive('code verifier', content),
    };
  }

  private derive(purpose: string, content: string): string {
    return createHmac('sha256', this.key).update(`${purpose} ${content}`).digest('base64url');
  }
}

function areEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
