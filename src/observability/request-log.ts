import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { requestFields } from './request-fields.js';

/** How a request ended. */
interface RequestEnd {
  readonly status: number;
  readonly milliseconds: number;
  /** Of the body. */
  readonly bytes: number;
  /** Whether the answer was sent to its end. */
  readonly isComplete: boolean;
}

export type RequestObserver = (request: Request, end: RequestEnd) => void;

/** Tells the observers of each request when its answer has ended or broken off. */
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

/** Writes one line a request. */
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
