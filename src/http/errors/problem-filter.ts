import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { ReceiverGone } from '../../database/rows/row-reader.js';
import { LOGGER } from '../../logging/logger.js';
import { requestFields } from '../../logging/request-fields.js';
import type { ApiError } from './api-error.js';
import { breakOff } from '../response/break-off.js';
import { Refusals } from './refusals.js';
import { PROBLEM_TYPE, problemBody } from './problem.js';
import { toApiError } from './to-api-error.js';

/** Answers every error as a problem document. An answer that has begun is broken off, so that nobody takes a part for the whole. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly refusals: Refusals,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.writableEnded) {
      cameTooLate(this.logger, request, thrown);
      return;
    }
    if (thrown instanceof ReceiverGone) {
      breakOff(request.socket);
      return;
    }
    const error = toApiError(thrown);
    if (error.status >= 500) this.report(error, request);
    else await this.refusals.note(error, request);
    if (response.headersSent) breakOff(request.socket);
    else sendProblem(error, request, response);
  }

  /** An error of the database is a warning, ours is an error: somebody must act. */
  private report(error: ApiError, request: Request): void {
    const level = error.status === 503 ? 'warn' : 'error';
    const { status, reason, cause } = error;
    this.logger[level]({ ...requestFields(request), status, reason, err: cause }, error.code);
  }
}

/** What the work brought, or how it failed, after the watchdog of overload/traffic.ts had answered. */
export function cameTooLate(logger: Logger, request: Request, failure?: unknown): void {
  logger.warn({ ...requestFields(request), err: failure }, 'came too late');
}

export function sendProblem(error: ApiError, request: Request, response: Response): void {
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  const path = request.originalUrl.split('?', 1)[0] ?? '';
  const body = Buffer.from(problemBody(error, path, request.context.requestId));
  request.context.unavailable = error.reason;
  request.context.bytes = (request.context.bytes ?? 0) + body.length;
  response.statusCode = error.status;
  response.setHeader('Content-Type', PROBLEM_TYPE);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
