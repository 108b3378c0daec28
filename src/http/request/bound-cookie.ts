import type { CookieOptions, Request, Response } from 'express';
import { cookieOf } from './cookies.js';

interface Options {
  readonly publicUrl: string;
  readonly path: string;
  readonly sameSite: 'strict' | 'lax';
}

/**
 * A cookie out of reach of scripts, and over TLS bound to it by its very name. TLS is what the service's public address or the
 * request itself says; where a proxy ends it, the proxy must be a trusted one to be believed.
 */
export class BoundCookie {
  private readonly names: { readonly secure: string; readonly plain: string };
  private readonly isPublicSecure: boolean;

  constructor(
    name: string,
    private readonly options: Options,
  ) {
    this.names = { secure: `${options.path === '/' ? '__Host-' : '__Secure-'}${name}`, plain: name };
    this.isPublicSecure = options.publicUrl.startsWith('https:');
  }

  /** Over TLS the unbound name counts for nothing: anybody on the way of a request without TLS may have set it. */
  read(request: Request): string | undefined {
    const bound = cookieOf(request, this.names.secure);
    return bound ?? (this.isSecure(request) ? undefined : cookieOf(request, this.names.plain));
  }

  set(request: Request, response: Response, value: string, maxAge?: number): void {
    const secure = this.isSecure(request);
    // the other one would be read instead, or lie around
    if (cookieOf(request, this.nameOf(!secure)) !== undefined) this.clearNamed(response, !secure);
    response.cookie(this.nameOf(secure), value, { ...this.optionsOf(secure), maxAge });
  }

  clear(request: Request, response: Response): void {
    const secure = this.isSecure(request);
    this.clearNamed(response, secure);
    if (cookieOf(request, this.nameOf(!secure)) !== undefined) this.clearNamed(response, !secure);
  }

  private clearNamed(response: Response, secure: boolean): void {
    response.clearCookie(this.nameOf(secure), this.optionsOf(secure));
  }

  private isSecure(request: Request): boolean {
    return this.isPublicSecure || request.secure;
  }

  private nameOf(secure: boolean): string {
    return secure ? this.names.secure : this.names.plain;
  }

  private optionsOf(secure: boolean): CookieOptions {
    const { path, sameSite } = this.options;
    return { httpOnly: true, sameSite, secure, path };
  }
}
