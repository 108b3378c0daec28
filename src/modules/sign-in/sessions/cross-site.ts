import type { Request } from 'express';
import { ApiError } from '../../../http/errors/api-error.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const changesSomething = ({ method }: Request): boolean => !SAFE_METHODS.has(method);

/**
 * Refuses a change that a browser makes on behalf of another site. Browsers say where a request comes from in
 * Sec-Fetch-Site (not without TLS) and in Origin; what says neither is no browser, and nobody is lured into it.
 */
export function refuseCrossSite(request: Request, publicUrl: string): void {
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw crossSiteRequest();
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase()) throw crossSiteRequest();
}

const crossSiteRequest = (): ApiError =>
  new ApiError('cross_site_request', 'A session changes things only from the pages of the portal itself.');
