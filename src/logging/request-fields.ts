import type { Request } from 'express';

/** Which request a line is about. It names the route, never the path: paths hold identifiers. */
export function requestFields({ context, method }: Request): Record<string, string | undefined> {
  return {
    request_id: context.requestId,
    method,
    route: context.route,
    key_id: context.apiKeyId,
    enterprise: (context.enterprise ?? context.keyOwner)?.id,
  };
}
