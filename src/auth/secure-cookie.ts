import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../config/config.js';

/**
 * Prefixes the name with `__Host-` or `__Secure-` over TLS, because a cookie without one may come from plain HTTP. `PUBLIC_URL`
 * or `X-Forwarded-Proto` of a trusted proxy shows that the connection uses TLS.
 */
export class SecureCookie {
  private readonly path: string;

  /** `path` is relative to the base path of the service. */
  constructor(
    private readonly name: string,
    path: string,
    private readonly config: Pick<Config, 'publicUrl' | 'basePath'>,
    private readonly sameSite: 'strict' | 'lax' = 'strict',
  ) {
    this.path = config.basePath + path || '/';
  }

  read(request: Request): string | undefined {
    return cookieOf(request, this.nameFor(request));
  }

  set(request: Request, response: Response, value: string, maxAge?: number): void {
    response.cookie(this.nameFor(request), value, { ...this.optionsFor(request), maxAge });
  }

  clear(request: Request, response: Response): void {
    response.clearCookie(this.nameFor(request), this.optionsFor(request));
  }

  private isSecure(request: Request): boolean {
    return this.config.publicUrl.startsWith('https:') || request.secure;
  }

  private nameFor(request: Request): string {
    if (!this.isSecure(request)) return this.name;
    return `${this.path === '/' ? '__Host-' : '__Secure-'}${this.name}`;
  }

  private optionsFor(request: Request): CookieOptions {
    const { path, sameSite } = this;
    return { httpOnly: true, sameSite, secure: this.isSecure(request), path };
  }
}

/** Returns the first cookie with this name, which has the longest path (RFC 6265). */
function cookieOf(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
