import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** How a request ended. */
export interface RequestEnd {
  readonly status: number;
  readonly milliseconds: number;
  /** Of the body. */
  readonly bytes: number;
  /** Whether the answer was sent to its end. */
  readonly isComplete: boolean;
}

/** Takes note of every request when its answer has ended or broken off. */
export type RequestObserver = (request: Request, end: RequestEnd) => void;

/** Tells the observers of the end of each request. */
export function observeRequests(...observers: readonly RequestObserver[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    response.on('close', () => {
      const end: RequestEnd = {
        status: response.statusCode,
        milliseconds: Number(process.hrtime.bigint() - request.context.startedAt) / 1e6,
        bytes: request.method === 'HEAD' ? 0 : (request.context.bytes ?? declaredLength(response)),
        isComplete: response.writableFinished,
      };
      for (const observe of observers) observe(request, end);
    });
    next();
  };
}

function declaredLength(response: Response): number {
  return Number(response.getHeader('Content-Length') ?? 0);
}
