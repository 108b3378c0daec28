import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

/** Returns the route template, because paths contain identifiers. */
export const routeOf = ({ route }: Request): string | undefined =>
  (route as { path: string } | undefined)?.path;

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

interface RequestEnd {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly isComplete: boolean;
}

export type RequestObserver = (request: Request, end: RequestEnd) => void;

export function observeRequests(...observers: readonly RequestObserver[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    response.on('close', () => {
      const { bytes = Number(response.getHeader('Content-Length') ?? 0), startedAt } = request.context;
      const end: RequestEnd = {
        status: response.statusCode,
        milliseconds: Number(process.hrtime.bigint() - startedAt) / 1e6,
        bytes: request.method === 'HEAD' ? 0 : bytes,
        isComplete: response.writableFinished,
      };
      for (const observe of observers) observe(request, end);
    });
    next();
  };
}

export function accessLog(logger: Logger): RequestObserver {
  return (request, { status, milliseconds, bytes, isComplete }) => {
    logger[status >= 500 || !isComplete ? 'warn' : 'info'](
      Object.assign(requestFields(request), {
        status,
        reason: request.context.unavailable,
        ms: Math.round(milliseconds * 100) / 100,
        bytes,
        rows: request.context.rows,
        broken_off: isComplete ? undefined : true,
      }),
      'request',
    );
  };
}
