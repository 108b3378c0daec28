import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { CONFIG, type Config } from '../config/config.js';
import { cookieOf } from '../http/cookies.js';

const NAME = 'portal_session';

/**
 * The cookie that carries a session: out of reach of scripts, never sent along from other sites, and behind TLS bound to
 * it by its very name.
 */
@Injectable()
export class SessionCookie {
  readonly name: string;
  private readonly options: CookieOptions;

  constructor(@Inject(CONFIG) { publicUrl, basePath }: Config) {
    const secure = publicUrl.startsWith('https:');
    const path = basePath === '' ? '/' : basePath;
    this.name = secure ? `${path === '/' ? '__Host-' : '__Secure-'}${NAME}` : NAME;
    this.options = { httpOnly: true, sameSite: 'strict', secure, path };
  }

  read(request: Request): string | undefined {
    return cookieOf(request, this.name);
  }

  /** Without an age: the server ends the session, and closing the browser forgets it. */
  set(response: Response, token: string): void {
    response.cookie(this.name, token, this.options);
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }
}
