import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../config/config.js';

/**
 * Prefixes the name with `__Host-` or `__Secure-` over TLS, because a cookie without one may come from plain HTTP. `PUBLIC_URL`
 * or `X-Forwarded-Proto` of a trusted proxy shows that the connection uses TLS.
 */
export class SecureCookie {
  /** `path` is relative to the base path of the service. */
  constructor(
    private readonly config: Config,
    private readonly name: string,
    private readonly path: string,
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
    const name = secure ? prefix + this.name : this.name;
    return { name, options: { httpOnly: true, sameSite: this.sameSite, secure, path } };
  }
}
