import type { Request } from 'express';
import type { Config } from '../config/config.js';

/** Matches a name, an IPv4 address or an IPv6 address in brackets, each with an optional port. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Name of the setting of Express that holds the settings of the service. */
export const CONFIG_OF_APP = 'config';

/**
 * Returns the address of the service for links, without a slash at the end: `PUBLIC_URL`, or the scheme and host of the
 * request and `BASE_PATH`. Express takes scheme and host from `X-Forwarded-*` only if the proxy is trusted. A request
 * without a valid host gets the local address.
 */
export function publicUrl(request: Request): string {
  const { publicUrl, hasPublicUrl, basePath } = request.app.get(CONFIG_OF_APP) as Config;
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
