import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { ReceiverGone } from '../database/rows/reader.js';
import { LOGGER } from '../observability/logger.js';
import { requestFields } from '../observability/request-fields.js';
import type { ApiError } from './api-error.js';
import { breakOff } from './break-off.js';
import { PROBLEM_TYPE, problemBody, rawProblem } from './problem.js';
import type { CommonHeaders } from './common-headers.js';
import { toApiError } from './to-api-error.js';

/** Is told of every request that is denied, before its answer. */
export abstract class ErrorListener {
  /** The answer waits for this. It never rejects. */
  abstract note(error: ApiError, request: Request): Promise<void>;
}

/** Answers every error as a problem document. An answer that has begun is reset, so that a part does not look complete. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly listener: ErrorListener,
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
    else await this.listener.note(error, request);
    if (response.headersSent) breakOff(request.socket);
    else sendProblem(error, request, response);
  }

  /** An unavailable database is a warning; an error of ours needs a fix. */
  private report(error: ApiError, request: Request): void {
    const level = error.status === 503 ? 'warn' : 'error';
    const { status, reason, cause } = error;
    this.logger[level]({ ...requestFields(request), status, reason, err: cause }, error.code);
  }
}

/** What the work brought, or how it failed, after the watchdog of app/load-shedding.ts had answered. */
export function cameTooLate(logger: Logger, request: Request, failure?: unknown): void {
  logger.warn({ ...requestFields(request), err: failure }, 'came too late');
}

/** What an answer says of the state that it shows. An error shows none: who kept the token of one would miss what it did not bring. */
const OF_A_STATE = ['ETag', 'X-Sync-Token', 'Link'];

export function sendProblem(error: ApiError, request: Request, response: Response): void {
  for (const name of OF_A_STATE) response.removeHeader(name);
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  const path = request.originalUrl.split('?', 1)[0] ?? '';
  const body = Buffer.from(problemBody(error, path, request.context.requestId));
  request.context.errorCode = error.code;
  request.context.unavailable = error.reason;
  request.context.bytes = (request.context.bytes ?? 0) + body.length;
  response.statusCode = error.status;
  response.setHeader('Content-Type', PROBLEM_TYPE);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/** Sends a problem instead of the response of Express. */
export function sendEarlyProblem(
  error: ApiError,
  requestId: string,
  response: ServerResponse,
  common: CommonHeaders,
): void {
  const { url = '', method } = response.req;
  const { headers, body } = rawProblem(error, url.split('?', 1)[0] ?? '', requestId, common);
  response.writeHead(error.status, headers.flat()).end(method === 'HEAD' ? undefined : body);
}
