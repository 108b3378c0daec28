import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../../config/config.js';
import { BoundCookie } from '../../../http/request/bound-cookie.js';

/** The cookie that carries a session; it is never sent along from other sites. */
@Injectable()
export class SessionCookie {
  private readonly cookie: BoundCookie;

  constructor(@Inject(CONFIG) { publicUrl, basePath }: Config) {
    const path = basePath === '' ? '/' : basePath;
    this.cookie = new BoundCookie('portal_session', { publicUrl, path, sameSite: 'strict' });
  }

  read(request: Request): string | undefined {
    return this.cookie.read(request);
  }

  /** Without an age: the server ends the session, and closing the browser forgets it. */
  set(request: Request, response: Response, token: string): void {
    this.cookie.set(request, response, token);
  }

  clear(request: Request, response: Response): void {
    this.cookie.clear(request, response);
  }
}
