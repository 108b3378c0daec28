import type { Request } from 'express';
import type { Config } from '../config/config.js';

/** Matches a name, an IPv4 address or an IPv6 address in brackets, each with an optional port. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const SETTING = 'public url';

interface PublicUrl {
  readonly given: string | undefined;
  readonly basePath: string;
}

export function setPublicUrl(
  app: { set(name: string, value: unknown): unknown },
  { publicUrl, hasPublicUrl, basePath }: Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'basePath'>,
): void {
  app.set(SETTING, { given: hasPublicUrl ? publicUrl : undefined, basePath } satisfies PublicUrl);
}

/**
 * Returns the address of the service for links, without a slash at the end: `PUBLIC_URL`, or the scheme and host of the
 * request and `BASE_PATH`. Express takes scheme and host from `X-Forwarded-*` only if the proxy is trusted. Returns
 * undefined if the request has no valid host.
 */
export function publicUrl(request: Request): string | undefined {
  const { given, basePath } = request.app.get(SETTING) as PublicUrl;
  if (given !== undefined) return given;
  const { host } = request as { host: string | undefined };
  if (host === undefined || !HOST.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return `${request.secure ? 'https' : 'http'}://${host}${basePath}`;
}
