import type { Request } from 'express';

/** The template of the route, once it is known: logs and metrics name it instead of the path, which holds identifiers. */
export const routeOf = ({ route }: Request): string | undefined =>
  (route as { path: string } | undefined)?.path;

/** Which request a line is about. */
export function requestFields(request: Request): Record<string, string | undefined> {
  const { context, method } = request;
  return {
    request_id: context.requestId,
    method,
    route: routeOf(request),
    key_id: context.apiKeyId,
    enterprise: (context.enterprise ?? context.keyOwner)?.id,
  };
}
