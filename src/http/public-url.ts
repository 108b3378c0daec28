import type { Request } from 'express';
import type { Config } from '../config/config.js';

/** Matches a name, an IPv4 address or an IPv6 address in brackets, each with an optional port. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const SETTING = 'public url';

type PublicUrl = Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'basePath'>;

export function setPublicUrl(app: { set(name: string, value: unknown): unknown }, config: PublicUrl): void {
  app.set(SETTING, config);
}

/**
 * Returns the address of the service for links, without a slash at the end: `PUBLIC_URL`, or the scheme and host of the
 * request and `BASE_PATH`. Express takes scheme and host from `X-Forwarded-*` only if the proxy is trusted. A request
 * without a valid host gets the local address.
 */
export function publicUrl(request: Request): string {
  const { publicUrl, hasPublicUrl, basePath } = request.app.get(SETTING) as PublicUrl;
  const { host } = request as { host: string | undefined };
  if (
    hasPublicUrl ||
    request.headersDistinct.host?.length !== 1 ||
    host === undefined ||
    !HOST.test(host) ||
    !URL.canParse(`http://${host}`)
  )
    return publicUrl;
  return `${request.secure ? 'https' : 'http'}://${host}${basePath}`;
}
