import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config/config.js';
import { SESSION_COOKIE } from '../../openapi/components.js';
import { ApiError } from '../../http/api-error.js';
import { BoundCookie } from '../../auth/secure-cookie.js';

/**
 * The cookie that carries a session. Other sites cannot send it along, and it has no age: the server ends the session, and closing the
 * browser forgets it.
 */
@Injectable()
export class SessionCookie extends BoundCookie {
  private readonly origin: string;

  constructor(@Inject(CONFIG) config: Config) {
    super(SESSION_COOKIE, '', config);
    this.origin = new URL(config.publicUrl).origin;
  }

  /**
   * Refuses a request that a browser makes on behalf of another site. Browsers say where a request comes from in Sec-Fetch-Site (not
   * without TLS) and in Origin; a client that says neither is no browser, which another site could make use of.
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
